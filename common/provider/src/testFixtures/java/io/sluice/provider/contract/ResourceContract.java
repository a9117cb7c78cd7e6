package io.sluice.provider.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.ErrorClass;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.provider.Cancellation;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.Provider;
import io.sluice.provider.RootDirectory;
import io.sluice.provider.Session;
import io.sluice.provider.schema.Announces;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.PlannedChange;
import io.sluice.provider.schema.SchemaCheck;
import io.sluice.provider.schema.TypeSchema;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of one resource type, against its real target. A provider's test extends this, says
 * how an object looks, and inherits the rest:
 *
 * <pre>{@code
 * class MyThingTest extends ResourceContract {
 *   protected Provider provider() { return new MyProvider(); }
 *   protected String type() { return "my_thing"; }
 *   protected JsonNode desired() { return json("{'name':'a'}"); }
 *   protected Optional<JsonNode> changed() { return Optional.of(json("{'name':'a','size':2}")); }
 * }
 * }</pre>
 */
public abstract class ResourceContract {
  @TempDir protected Path directory;
  protected Calls calls;
  protected Session session;

  protected abstract Provider provider();

  protected abstract String type();

  /** A configuration that can be created; the same on every call within one test. */
  protected abstract JsonNode desired();

  /** The same object with another configuration that needs no replacement. */
  protected Optional<JsonNode> changed() {
    return Optional.empty();
  }

  protected JsonNode configuration() {
    return Json.object();
  }

  /** Objects exist in state alone: a read never finds them gone. */
  protected boolean stateOnly() {
    return false;
  }

  /** What {@code import} is given for an object. */
  protected String importId(Prior prior) {
    return prior.id();
  }

  /** Its objects carry a mark that says whose they are from the first moment. */
  protected boolean marked() {
    return false;
  }

  /** Attributes that an import can't know. */
  protected Set<String> unknownAfterImport() {
    return Set.of();
  }

  /** A configuration that fails although it fits the schema; with canary secrets if it has any. */
  protected Optional<JsonNode> failing() {
    return Optional.empty();
  }

  /** Secrets in {@link #failing()} that no message may hold. */
  protected List<String> canaries() {
    return List.of();
  }

  @BeforeEach
  void configureTheProvider() {
    calls = new Calls(directory);
    session = configured();
  }

  @AfterEach
  void closeTheSession() {
    if (session != null) {
      session.close();
    }
  }

  private Session configured() {
    JsonNode conformed = SchemaCheck.conform(provider().schema().configuration(), configuration());
    return switch (provider().configure(conformed)) {
      case Provider.Configured.Ready ready -> ready.session();
      case Provider.Configured.Refused refused -> throw new AssertionError(refused.why().message());
    };
  }

  @Test
  void theTargetLetsUsIn() {
    assertThat(session.validateCredentials(calls.fresh())).isEmpty();
  }

  @Test
  void namesAreInTheStyleOfTheLanguage() {
    assertThat(schema().type()).matches("[a-z][a-z0-9_]*");
    assertThat(schema().description()).isNotBlank();
    assertThat(schema().body().attributes())
        .allSatisfy(
            attribute -> {
              assertThat(attribute.name()).matches("[a-z][a-z0-9_]*");
              assertThat(attribute.description()).as(attribute.name()).isNotBlank();
            });
    assertThat(schema().body().attributes())
        .extracting(AttributeSchema::name)
        .doesNotHaveDuplicates();
  }

  @Test
  void theExampleFitsTheSchema() {
    assertThat(SchemaCheck.check(schema(), desired())).isEmpty();
    changed().ifPresent(config -> assertThat(SchemaCheck.check(schema(), config)).isEmpty());
  }

  @Test
  void theSameConfigurationIsNoChange() {
    assertThat(plan(desired(), desired())).isInstanceOf(PlannedChange.NoChange.class);
  }

  @Test
  void theChangeIsAnUpdateInPlace() {
    assumeThat(changed()).as("the type has updates").isPresent();
    assertThat(plan(desired(), changed().get())).isInstanceOf(PlannedChange.Update.class);
  }

  @Test
  void whatIsCreatedReportsAllItsAttributes() {
    Outcome.Done done = create();
    assertThat(done.id()).isNotEmpty();
    JsonNode given = SchemaCheck.conform(schema(), desired());
    for (AttributeSchema attribute : schema().body().attributes()) {
      if (attribute.presence() == AttributeSchema.Presence.COMPUTED) {
        assertThat(done.attributes().has(attribute.name())).as(attribute.name()).isTrue();
      } else if (given.has(attribute.name())) {
        assertThat(done.attributes().path(attribute.name()))
            .as(attribute.name())
            .isEqualTo(given.get(attribute.name()));
      }
    }
  }

  @Test
  void readAfterCreateFindsTheSame() {
    Prior prior = prior(create());
    Outcome.Done read = done(session.read(calls.fresh(), type(), prior));
    assertThat(read.id()).isEqualTo(prior.id());
    assertThat(Json.same(read.attributes(), prior.attributes()))
        .as("read %s, created %s", read.attributes(), prior.attributes())
        .isTrue();
  }

  @Test
  void whatIsDeletedIsGoneAndDeletingItAgainIsNoError() {
    Prior prior = prior(create());
    assertThat(session.delete(calls.fresh(), type(), prior)).isInstanceOf(Outcome.Gone.class);
    if (!stateOnly()) {
      assertThat(session.read(calls.fresh(), type(), prior)).isInstanceOf(Outcome.Gone.class);
    }
    assertThat(session.delete(calls.fresh(), type(), prior)).isInstanceOf(Outcome.Gone.class);
  }

  @Test
  void anUpdateKeepsTheIdAndMayBeRepeated() {
    assumeThat(changed()).as("the type has updates").isPresent();
    Prior prior = prior(create());
    JsonNode wanted = SchemaCheck.conform(schema(), changed().get());
    OperationContext call = calls.fresh();
    Outcome.Done updated = done(session.update(call, type(), prior, wanted));
    assertThat(updated.id()).isEqualTo(prior.id());
    for (AttributeSchema attribute : schema().body().attributes()) {
      if (wanted.has(attribute.name())) {
        assertThat(updated.attributes().path(attribute.name()))
            .as(attribute.name())
            .isEqualTo(wanted.get(attribute.name()));
      }
      if (attribute.keptOnUpdate()) {
        assertThat(updated.attributes().path(attribute.name()))
            .as("%s is said to be kept on update", attribute.name())
            .isEqualTo(prior.attributes().path(attribute.name()));
      }
    }
    if (schema().repeats().update() != RepeatClass.NONE) {
      Outcome.Done again =
          done(session.update(calls.of(call.token(), true), type(), prior, wanted));
      assertThat(Json.same(again.attributes(), updated.attributes())).isTrue();
    }
    Outcome.Done read = done(session.read(calls.fresh(), type(), prior(updated)));
    assertThat(Json.same(read.attributes(), updated.attributes()))
        .as("read %s, updated %s", read.attributes(), updated.attributes())
        .isTrue();
  }

  @Test
  void anUpdateOfWhatIsGoneSaysSo() {
    assumeThat(changed().isPresent() && !stateOnly()).isTrue();
    Prior prior = prior(create());
    session.delete(calls.fresh(), type(), prior);
    JsonNode wanted = SchemaCheck.conform(schema(), changed().get());
    assertThat(session.update(calls.fresh(), type(), prior, wanted))
        .isInstanceOf(Outcome.Gone.class);
  }

  @Test
  void aRepeatedCreateDoesWhatTheDeclaredClassPromises() {
    String token = UUID.randomUUID().toString();
    Outcome.Done first = done(create(calls.of(token, false)));
    switch (schema().repeats().create()) {
      case PURE -> assertThat(create(calls.of(token, true))).isInstanceOf(Outcome.Done.class);
      case BY_NAME, TOKEN -> {
        Outcome.Done again = done(create(calls.again(token)));
        assertThat(again.existed()).as("it is its own").isFalse();
        assertThat(again.id()).isEqualTo(first.id());
        assertThat(Json.same(again.attributes(), first.attributes())).isTrue();
      }
      case SEARCH -> {
        Outcome found =
            session.findByToken(
                calls.of(token, true), type(), SchemaCheck.conform(schema(), desired()));
        assertThat(done(found).id()).isEqualTo(first.id());
        assertThat(
                session.findByToken(
                    calls.fresh(), type(), SchemaCheck.conform(schema(), desired())))
            .isInstanceOf(Outcome.Gone.class);
      }
      case NONE -> assertThat(first.id()).isNotEmpty();
    }
  }

  /** A restart of a broker is enough for {@code recovering}: it says nothing about an object. */
  @Test
  void whatIsThereIsNotTakenForOursBecauseOfARecovery() {
    assumeThat(isKnownByName()).as("the type is known by name").isTrue();
    Outcome.Done first = create();
    for (OperationContext call :
        List.of(stranger(false), stranger(true), calls.of(UUID.randomUUID().toString(), true))) {
      if (marked() && call.address().equals(calls.fresh().address())) {
        continue;
      }
      switch (create(call)) {
        case Outcome.Done done -> assertThat(done.existed()).as("taken over as it is").isTrue();
        case Outcome.Failed failed -> assertIsNotOurs(failed);
        case Outcome other -> throw new AssertionError("it said " + other);
      }
    }
    assertIsStillThere(first);
  }

  @Test
  void whatIsThereAndDifferentIsLeftAsItIs() {
    assumeThat(isKnownByName() && changed().isPresent()).isTrue();
    Outcome.Done first = create();
    JsonNode wanted = SchemaCheck.conform(schema(), changed().get());
    assertIsNotOurs(session.create(stranger(false), type(), wanted));
    assertIsNotOurs(session.create(stranger(true), type(), wanted));
    if (!marked()) {
      assertThat(session.create(calls.again("another"), type(), wanted))
          .as("perhaps the operation made it, but it is not what was asked")
          .isNotInstanceOf(Outcome.Done.class);
    }
    assertIsStillThere(first);
  }

  private boolean isKnownByName() {
    return schema().repeats().create() == RepeatClass.BY_NAME
        && schema().announces() != Announces.NOTHING;
  }

  /** Somebody else, for whom no mark of ours counts. */
  private OperationContext stranger(boolean recovering) {
    return calls.at("type.another", recovering);
  }

  private void assertIsNotOurs(Outcome outcome) {
    assertThat(failed(outcome).errorClass()).isEqualTo(ErrorClass.USER);
    if (schema().importable()) {
      assertThat(failed(outcome).message()).contains("sluice import 'type.");
    }
  }

  private void assertIsStillThere(Outcome.Done first) {
    Outcome.Done read = done(session.read(calls.fresh(), type(), prior(first)));
    assertThat(Json.same(read.attributes(), first.attributes()))
        .as("now %s, made as %s", read.attributes(), first.attributes())
        .isTrue();
  }

  /** A result that was too large is recorded with what identifies the object, and no more. */
  @Test
  void aRecordOfTheIdentityAloneIsEnoughToDelete() {
    Outcome.Done made = create();
    ObjectNode identity = Json.object();
    for (AttributeSchema attribute : schema().body().attributes()) {
      boolean identifies =
          attribute.forcesReplacement()
              || attribute.presence() == AttributeSchema.Presence.REQUIRED
              || attribute.name().equals("id");
      if (identifies && made.attributes().has(attribute.name())) {
        identity.set(attribute.name(), made.attributes().get(attribute.name()));
      }
    }
    String root = prior(made).root();
    Prior reduced = new Prior(made.id(), identity, made.privateData(), root);
    assertThat(session.delete(calls.fresh(), type(), reduced)).isInstanceOf(Outcome.Gone.class);
    Prior nothing = new Prior(made.id(), Json.object(), null, root);
    assertThat(session.delete(calls.fresh(), type(), nothing))
        .as("without its identity it is gone or a failure, and no exception")
        .isInstanceOfAny(Outcome.Gone.class, Outcome.Failed.class);
  }

  /** Nothing but a write is announced, and each write is. */
  @Test
  void writesAreAnnouncedAndLooksAreNot() {
    assumeThat(schema().announces()).isNotEqualTo(Announces.NOTHING);
    Prior prior = prior(create());
    assertThat(calls.announced()).isNotEmpty();
    if (schema().announces() == Announces.ABSENCE) {
      assertThat(calls.announced()).contains(Optional.of(true));
    }
    int before = calls.announced().size();
    done(session.read(calls.fresh(), type(), prior));
    assertThat(calls.announced()).hasSize(before);
    session.delete(calls.fresh(), type(), prior);
    assertThat(calls.announced()).hasSizeGreaterThan(before);
  }

  @Test
  void anImportedObjectIsTheOneThatWasCreated() {
    assumeThat(schema().importable()).as("the type can be imported").isTrue();
    Outcome.Done created = create();
    Outcome.Done imported =
        done(session.importState(calls.fresh(), type(), importId(prior(created))));
    assertThat(imported.id()).isEqualTo(created.id());
    for (AttributeSchema attribute : schema().body().attributes()) {
      if (!unknownAfterImport().contains(attribute.name())) {
        JsonNode shown = imported.attributes().path(attribute.name());
        JsonNode made = created.attributes().path(attribute.name());
        assertThat(Json.same(shown, made))
            .as("%s: imported as %s, created as %s", attribute.name(), shown, made)
            .isTrue();
      }
    }
  }

  @Test
  void aCancelledCallEndsSoon() {
    Cancellation cancellation = new Cancellation();
    cancellation.cancel("test");
    OperationContext call =
        calls.of(UUID.randomUUID().toString(), false, Duration.ofSeconds(60), cancellation);
    long started = System.nanoTime();
    Outcome outcome = create(call);
    assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(10));
    if (outcome instanceof Outcome.Done done) {
      session.delete(calls.fresh(), type(), prior(done));
    }
  }

  @Test
  void anotherRootIsRefusedNotReportedGone(@TempDir Path elsewhere) {
    assumeThat(schema().rootBound()).as("bound to a root").isTrue();
    Prior prior = prior(create());
    RootDirectory other = new Calls(elsewhere).root();
    assertThat(session.read(new Calls(elsewhere).fresh(), type(), prior))
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> {
              assertThat(failed.errorClass()).isEqualTo(ErrorClass.USER);
              assertThat(failed.message()).contains(calls.root().id()).contains(other.id());
            });
  }

  @Test
  void aFailureSaysWhatIsWrongAndNoSecret() {
    assumeThat(failing()).as("a configuration that fails").isPresent();
    OperationContext call = calls.fresh();
    Outcome outcome = session.create(call, type(), SchemaCheck.conform(schema(), failing().get()));
    String message =
        switch (outcome) {
          case Outcome.Failed failed -> failed.code() + " " + failed.message();
          case Outcome.InDoubt doubt -> doubt.code() + " " + doubt.message();
          case Outcome.Done done -> throw new AssertionError("it did not fail: " + done);
          case Outcome.Gone gone -> throw new AssertionError("create said gone");
        };
    assertThat(message).matches("(?s)[A-Z][A-Z0-9_]* .+").doesNotContain("Exception");
    for (String canary : canaries()) {
      assertThat(message).doesNotContain(canary);
      assertThat(calls.said()).noneMatch(text -> text.contains(canary));
    }
  }

  protected final TypeSchema schema() {
    return provider().schema().types().stream()
        .filter(schema -> schema.type().equals(type()))
        .filter(schema -> schema.kind() == TypeSchema.Kind.RESOURCE)
        .findFirst()
        .orElseThrow();
  }

  private PlannedChange plan(JsonNode prior, JsonNode wanted) {
    return provider().plan(schema(), new Provider.PlanInput(prior, null, wanted, Set.of()));
  }

  protected final Outcome.Done create() {
    return done(create(calls.fresh()));
  }

  protected final Outcome create(OperationContext context) {
    return session.create(context, type(), SchemaCheck.conform(schema(), desired()));
  }

  protected final Outcome create(JsonNode config) {
    return session.create(calls.fresh(), type(), SchemaCheck.conform(schema(), config));
  }

  protected final Prior prior(Outcome.Done done) {
    return new Prior(
        done.id(),
        done.attributes(),
        done.privateData(),
        schema().rootBound() ? calls.root().id() : null);
  }

  public static Outcome.Done done(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Done.class);
    return (Outcome.Done) outcome;
  }

  public static Outcome.Failed failed(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Failed.class);
    return (Outcome.Failed) outcome;
  }

  /** JSON with single quotes, for readable tests. */
  public static JsonNode json(String text) {
    try {
      return Json.tree(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    } catch (MalformedMessage e) {
      throw new IllegalArgumentException(e);
    }
  }
}
