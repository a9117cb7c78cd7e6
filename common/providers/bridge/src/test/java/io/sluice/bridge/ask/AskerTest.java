package io.sluice.bridge.ask;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.host.PluginHost;
import io.sluice.bridge.rules.IgnoredChanges;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.bridge.schema.ValuePath;
import io.sluice.bridge.session.ImportTarget;
import io.sluice.bridge.session.ObjectState;
import io.sluice.bridge.session.PlannedChange;
import io.sluice.bridge.trial.TrialHost;
import io.sluice.bridge.trial.TrialSchema;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.language.source.Severity;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.model.json.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class AskerTest {
  private static final SchemaCatalog CATALOG = TrialSchema.catalog(ProtocolVersion.SIX);

  @TempDir Path folder;
  private PluginHost host;
  private Asker asker;

  @BeforeEach
  void start() throws Exception {
    host = TrialHost.of(folder, Map.of());
    asker = new Asker(host, folder);
  }

  @AfterEach
  void end() {
    host.close();
  }

  private static Block block(String type) throws Exception {
    return CATALOG.resource(type).orElseThrow().block();
  }

  private static Value of(Block block, String... namesAndTexts) {
    Map<String, Value> parts = new LinkedHashMap<>(block.empty().entries());
    for (int i = 0; i < namesAndTexts.length; i += 2) {
      parts.put(namesAndTexts[i], Value.of(namesAndTexts[i + 1]));
    }
    return ObjectValue.of(parts);
  }

  private Answer ask(Question question) throws Exception {
    Value config = CATALOG.provider().empty();
    return asker.answer(
        new Asked(
            new ProviderUse(TrialHost.SOURCE, "1.0.0", List.of("h1:trial"), config), question));
  }

  private static Question.Change change(Optional<RecordedObject> prior, Value config) {
    return new Question.Change("trial_thing", prior, config, IgnoredChanges.NONE, false, true);
  }

  private static RecordedObject recorded(String... namesAndTexts) throws Exception {
    Block block = block("trial_thing");
    JsonNode own =
        new OwnData("kept".getBytes(StandardCharsets.UTF_8), Optional.empty(), 0).recorded();
    return new RecordedObject(
        2, StateForms.attributes(of(block, namesAndTexts), block), own, false, 5);
  }

  private static PlannedChange planned(Answer answer) {
    assertThat(answer).isInstanceOf(Answer.Planned.class);
    return ((Answer.Planned) answer).change();
  }

  private static List<String> refused(Answer answer) {
    assertThat(answer).isInstanceOf(Answer.Refused.class);
    return ((Answer.Refused) answer)
        .said().stream().map(each -> each.summary() + ": " + each.detail()).toList();
  }

  @Test
  void plansWhatIsNewAndWhatIsRecorded() throws Exception {
    Value wanted = of(block("trial_thing"), "name", "a", "fault", "warn");
    Answer answer = ask(change(Optional.empty(), wanted));
    assertThat(planned(answer).action()).isEqualTo(PlannedChange.Action.CREATE);
    assertThat(((Answer.Planned) answer).said())
        .extracting(each -> each.severity())
        .containsExactly(Severity.WARNING);

    RecordedObject drifted = recorded("name", "a", "note", "n", "fault", "drifted");
    PlannedChange update =
        planned(
            ask(
                change(
                    Optional.of(drifted),
                    of(block("trial_thing"), "name", "a", "note", "n", "fault", "drifted"))));
    assertThat(update.action()).isEqualTo(PlannedChange.Action.UPDATE);
    ObjectState found = update.prior().orElseThrow();
    assertThat(found.value().entries().get("note")).isEqualTo(Value.of("drifted"));
    assertThat(new String(found.privateData(), StandardCharsets.UTF_8)).isEqualTo("kept");

    PlannedChange replace =
        planned(
            ask(change(Optional.of(recorded("name", "a")), of(block("trial_thing"), "name", "b"))));
    assertThat(replace.action()).isEqualTo(PlannedChange.Action.REPLACE);
    assertThat(replace.requiresReplace()).containsExactly(ValuePath.of("name"));
  }

  @Test
  void tellsThatAnObjectIsGone() throws Exception {
    RecordedObject gone = recorded("name", "a", "fault", "gone");
    PlannedChange again =
        planned(ask(change(Optional.of(gone), of(block("trial_thing"), "name", "a"))));
    assertThat(again.action()).isEqualTo(PlannedChange.Action.CREATE);
    assertThat(again.prior()).isEmpty();
    PlannedChange nothing =
        planned(ask(change(Optional.of(gone), Value.nullOf(block("trial_thing").type()))));
    assertThat(nothing.action()).isEqualTo(PlannedChange.Action.DELETE);
    assertThat(nothing.prior()).isEmpty();
  }

  @Test
  void importsWhatAPersonSaidWasMade() throws Exception {
    RecordedObject adopted = new RecordedObject(2, Json.object().put("id", "x"), null, false, 5);
    PlannedChange update =
        planned(
            ask(change(Optional.of(adopted), of(block("trial_thing"), "name", "x", "note", "n"))));
    assertThat(update.action()).isEqualTo(PlannedChange.Action.UPDATE);
    ObjectState found = update.prior().orElseThrow();
    assertThat(found.value().entries().get("id")).isEqualTo(Value.of("made-for-x"));
    assertThat(new String(found.privateData(), StandardCharsets.UTF_8)).isEqualTo("imported");
  }

  private static Question.Change imported(String type, ImportTarget target, Value config) {
    return new Question.Change(
        type,
        Optional.empty(),
        config,
        IgnoredChanges.NONE,
        false,
        true,
        new Question.Origin.Imported(target));
  }

  @Test
  void importsByIdAndByIdentityAndPlansWhatIsFound() throws Exception {
    Value wanted = of(block("trial_thing"), "name", "x", "note", "n");
    PlannedChange update = planned(ask(imported("trial_thing", new ImportTarget.Id("x"), wanted)));
    assertThat(update.action()).isEqualTo(PlannedChange.Action.UPDATE);
    assertThat(update.prior().orElseThrow().value().entries().get("id"))
        .isEqualTo(Value.of("made-for-x"));

    Value identity = ObjectValue.of(Map.of("name", Value.of("y")));
    PlannedChange same =
        planned(
            ask(
                imported(
                    "trial_named",
                    new ImportTarget.Identity(identity),
                    of(block("trial_named"), "name", "y"))));
    assertThat(same.action()).isEqualTo(PlannedChange.Action.NO_OP);
    assertThat(same.prior().orElseThrow().identity()).contains(identity);
  }

  @Test
  void refusesAnIdentityThatNothingHas() throws Exception {
    Value named = of(block("trial_named"), "name", "y");
    Value other = ObjectValue.of(Map.of("region", Value.of("y")));
    assertThat(refused(ask(imported("trial_named", new ImportTarget.Identity(other), named))))
        .containsExactly(
            "Invalid import identity argument: The identity of trial_named has no \"region\"; it"
                + " has name.");
    Value nothing = ObjectValue.of(Map.of());
    assertThat(refused(ask(imported("trial_named", new ImportTarget.Identity(nothing), named))))
        .singleElement()
        .asString()
        .contains("needs \"name\"");
    Value thing = of(block("trial_thing"), "name", "x");
    assertThat(refused(ask(imported("trial_thing", new ImportTarget.Identity(other), thing))))
        .singleElement()
        .asString()
        .contains("have no identity", "import them by id");
  }

  @Test
  void makesAnObjectOfAnotherTypeOneOfThisFirst() throws Exception {
    Question.Change move =
        new Question.Change(
            "trial_deep",
            Optional.of(recorded("name", "a", "note", "not of the other type")),
            of(block("trial_deep"), "name", "a"),
            IgnoredChanges.NONE,
            false,
            true,
            new Question.Origin.Moved("example.com/other/trial", "trial_thing"));
    ObjectState found = planned(ask(move)).prior().orElseThrow();
    assertThat(found.value().type()).isEqualTo(block("trial_deep").type());
    assertThat(new String(found.privateData(), StandardCharsets.UTF_8)).isEqualTo("moved kept");
  }

  @Test
  void plansDeletions() throws Exception {
    PlannedChange delete =
        planned(
            ask(
                change(
                    Optional.of(recorded("name", "a")),
                    Value.nullOf(block("trial_thing").type()))));
    assertThat(delete.action()).isEqualTo(PlannedChange.Action.DELETE);
    assertThat(delete.planned().isNull()).isTrue();
    assertThat(new String(delete.plannedPrivate(), StandardCharsets.UTF_8))
        .isEqualTo("planned(kept)");
  }

  @Test
  void readsDataAndCallsFunctions() throws Exception {
    Block lookup = CATALOG.data("trial_lookup").orElseThrow().block();
    Answer data = ask(new Question.Data("trial_lookup", of(lookup, "key", "k")));
    assertThat(((Answer.Given) data).value().entries().get("value"))
        .isEqualTo(Value.of("value of k"));
    Answer call = ask(new Question.Call("repeat", List.of(Value.of("ab"), Value.of("2"))));
    assertThat(((Answer.Given) call).value()).isEqualTo(Value.of("abab"));
    assertThat(refused(ask(new Question.Call("none", List.of()))).getFirst())
        .contains("no function \"none\"");
  }

  @Test
  void saysWhenAProviderRefusesOrIsLost() throws Exception {
    Block block = block("trial_thing");
    assertThat(
            refused(ask(change(Optional.empty(), of(block, "name", "a", "fault", "plan-error")))))
        .containsExactly("Can't plan: because it was asked to");
    Answer lost = ask(change(Optional.empty(), of(block, "name", "a", "fault", "die-in-plan")));
    assertThat(lost)
        .isInstanceOfSatisfying(
            Answer.Lost.class,
            said ->
                assertThat(said.why())
                    .startsWith(TrialHost.SOURCE + " 1.0.0: no answer to PlanResourceChange: "));
    // The next question gets a new process.
    assertThat(planned(ask(change(Optional.empty(), of(block, "name", "a")))).action())
        .isEqualTo(PlannedChange.Action.CREATE);
  }

  private static Answer of(Asker strict, Question question, boolean defers) throws Exception {
    Map<String, Value> provider = new LinkedHashMap<>(CATALOG.provider().empty().entries());
    provider.put("endpoint", Value.unknown(Types.STRING));
    ProviderUse use =
        new ProviderUse(TrialHost.SOURCE, "1.0.0", List.of("h1:trial"), ObjectValue.of(provider));
    return strict.answer(new Asked(use, question, Set.of(), defers));
  }

  @Test
  void aProviderThatRefusesAnUnknownConfigurationIsAskedInTheRun() throws Exception {
    Block block = block("trial_thing");
    Question.Change wanted = change(Optional.empty(), of(block, "name", "a"));
    Path calls = folder.resolve("calls.jsonl");
    try (PluginHost strict =
            TrialHost.of(
                Files.createDirectory(folder.resolve("strict")),
                Map.of("TRIAL_STRICT", "1", "TRIAL_LOG", calls.toString()));
        Asker strictly = new Asker(strict, folder)) {
      Answer.Planned deferred = (Answer.Planned) of(strictly, wanted, false);
      assertThat(deferred.deferred()).isTrue();
      assertThat(deferred.change().action()).isEqualTo(PlannedChange.Action.CREATE);
      Map<String, Value> planned = deferred.change().planned().entries();
      assertThat(planned.get("name")).isEqualTo(Value.of("a"));
      assertThat(planned.get("id").isKnown()).isFalse();

      Question.Change there = change(Optional.of(recorded("name", "a")), of(block, "name", "a"));
      assertThat(planned(of(strictly, there, false)).action())
          .isEqualTo(PlannedChange.Action.UPDATE);
      assertThat(
              refused(
                  of(
                      strictly,
                      change(Optional.empty(), of(block, "name", "a", "fault", "invalid")),
                      false)))
          .as("what is wrong whatever it knows is said at once")
          .containsExactly("Not valid: because it was asked to");
      Block lookup = CATALOG.data("trial_lookup").orElseThrow().block();
      Answer data = of(strictly, new Question.Data("trial_lookup", of(lookup, "key", "k")), false);
      assertThat(((Answer.Given) data).value().isWhollyKnown()).isFalse();
      assertThat(Files.readAllLines(calls))
          .as("it says so once")
          .filteredOn(line -> line.contains("ConfigureProvider"))
          .hasSize(1);
    }
    // This one can plan all the same, unless it must not be asked.
    assertThat(((Answer.Planned) of(asker, wanted, false)).deferred()).isFalse();
    assertThat(((Answer.Planned) of(asker, wanted, true)).deferred()).isTrue();
  }

  @Test
  void whatAProviderDefersIsAskedInTheRun() throws Exception {
    Block block = block("trial_thing");
    Question.Change wanted = change(Optional.empty(), of(block, "name", "a", "fault", "defer"));
    assertThat(((Answer.Planned) of(asker, wanted, false)).deferred()).isTrue();
    assertThat(refused(ask(wanted)).getFirst())
        .as("where its configuration is known it has no reason to")
        .startsWith("Provider deferred an action");
  }

  @Test
  void answersManyAtOnceWithOneProcess() throws Exception {
    Block block = block("trial_thing");
    // Whoever asks first starts it once more, for its schemas.
    planned(ask(change(Optional.empty(), of(block, "name", "first"))));
    Value unknown = Value.unknown(Types.STRING);
    List<CompletableFuture<Answer>> all =
        IntStream.range(0, 40)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () -> {
                          try {
                            Map<String, Value> parts =
                                new LinkedHashMap<>(of(block, "name", "n" + i).entries());
                            parts.put("note", unknown);
                            return ask(change(Optional.empty(), ObjectValue.of(parts)));
                          } catch (Exception e) {
                            throw new IllegalStateException(e);
                          }
                        },
                        run -> Thread.ofVirtual().start(run)))
            .toList();
    for (int i = 0; i < all.size(); i++) {
      Value planned = planned(all.get(i).get()).planned();
      assertThat(planned.entries().get("name")).isEqualTo(Value.of("n" + i));
      assertThat(planned.entries().get("note")).isEqualTo(unknown);
    }
    assertThat(host.size()).isEqualTo(1);
  }

  @Test
  void whatAnswersCarryIsOfTheTypesOfTheSchema() throws Exception {
    Type type = block("trial_thing").type();
    PlannedChange planned =
        planned(ask(change(Optional.empty(), of(block("trial_thing"), "name", "a"))));
    assertThat(planned.planned().type()).isEqualTo(type);
  }
}
