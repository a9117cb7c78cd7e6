package io.sluice.worker.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.Action;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.Task;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.Session;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.BlockSchema;
import io.sluice.provider.schema.PlannedChange;
import io.sluice.provider.schema.SchemaDiff;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.worker.throttling.Turn;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * One operation on one object, with what its repeat class asks for when an earlier attempt of the
 * same token may have happened.
 *
 * @param prior the object as state knows it, in clear
 * @param isShownAs whether what is shown of an object may be that of an id
 */
record Operation(
    Session session,
    TypeSchema schema,
    OperationContext context,
    Task task,
    Clocks clocks,
    JsonNode desired,
    @Nullable Prior prior,
    BiPredicate<String, String> isShownAs)
    implements GuardedCall.Work {

  /**
   * What came of it.
   *
   * @param unchanged nothing had to be called: equal after substitution
   * @param lookAgain nothing was found yet, which proves something only after this time
   */
  record Performed(Outcome outcome, boolean unchanged, @Nullable Duration lookAgain) {
    Performed(Outcome outcome, boolean unchanged) {
      this(outcome, unchanged, null);
    }

    Performed with(Outcome other) {
      return new Performed(other, unchanged, lookAgain);
    }
  }

  @Override
  public Performed perform(Turn turn) {
    return heardBy(turn).perform();
  }

  private Operation heardBy(Turn turn) {
    return new Operation(
        new ObservedSession(session, turn),
        schema,
        context,
        task,
        clocks,
        desired,
        prior,
        isShownAs);
  }

  private Performed perform() {
    return switch (task.action()) {
      case CREATE -> create();
      case UPDATE -> update();
      case DELETE -> called(delete());
      case READ -> called(read());
      case STEP -> called(session.runStep(context, task.type(), desired));
      case IMPORT -> called(session.importState(context, task.type(), requiredPrior().id()));
      case REPLACE, NOOP, EXPAND, FORGET, PLAN ->
          throw new IllegalStateException("no worker is asked to " + task.action());
    };
  }

  private Performed create() {
    if (!isSearch(task)) {
      return called(settled(created()));
    }
    return switch (session.findByToken(context, task.type(), desired)) {
      case Outcome.Done found -> called(completed(found));
      case Outcome.Gone gone when clocks.untilProven().isPositive() ->
          new Performed(gone, true, clocks.untilProven());
      case Outcome.Gone gone -> called(settled(created()));
      case Outcome.Failed failed -> called(failed);
      case Outcome.InDoubt doubt -> called(notSeen(doubt));
    };
  }

  /**
   * A replacement that is made first must not take over what it replaces: deleting the old object
   * would then take the new one away.
   */
  private Outcome created() {
    Outcome outcome = session.create(context, task.type(), desired);
    String replaced = task.replacedIds().get(task.address().text());
    return outcome instanceof Outcome.Done done
            && done.existed()
            && replaced != null
            && isShownAs.test(replaced, done.id())
        ? Outcome.user(
            "REPLACES_ITSELF",
            "the new "
                + task.address()
                + " would be the same object as the one it replaces ("
                + done.id()
                + "); nothing was done. Remove create_before_destroy from its lifecycle, or give"
                + " the new object another name")
        : outcome;
  }

  /** A look that failed has changed nothing; an earlier doubt remains. */
  private static Outcome notSeen(Outcome.InDoubt doubt) {
    return Outcome.transientFailure(doubt.code(), "looking first: " + doubt.message());
  }

  /** What is found counts at once; only "not found" has to wait until it proves something. */
  static boolean isSearch(Task task) {
    return task.recovering()
        && task.action() == Action.CREATE
        && task.repeat() == RepeatClass.SEARCH;
  }

  /** An adopted object may be half of what was wanted: an update makes it whole. */
  private Outcome completed(Outcome.Done found) {
    if (holds(found.attributes())) {
      return found;
    }
    Prior adopted = new Prior(found.id(), found.attributes(), found.privateData(), null);
    return updated(adopted);
  }

  private Performed update() {
    Prior known = requiredPrior();
    if (task.recovering()) {
      return switch (session.read(context, task.type(), known)) {
        case Outcome.Done there when holds(there.attributes()) -> called(there);
        case Outcome.Done there -> called(updated(known));
        case Outcome.Gone gone -> called(gone);
        case Outcome.Failed failed -> called(failed);
        case Outcome.InDoubt doubt -> called(notSeen(doubt));
      };
    }
    if (holds(known.attributes())) {
      return new Performed(
          new Outcome.Done(known.id(), known.attributes(), known.privateData()), true);
    }
    return readBeforeUpdate(known);
  }

  /** What state knows may be old: the object can have been changed, or be gone. */
  private Performed readBeforeUpdate(Prior known) {
    if (task.repeat() == RepeatClass.PURE) {
      return called(updated(known));
    }
    return switch (session.read(context, task.type(), known)) {
      case Outcome.Done there when holds(there.attributes()) -> called(there);
      case Outcome.Done there ->
          called(
              updated(
                  new Prior(known.id(), there.attributes(), there.privateData(), known.root())));
      case Outcome.Gone gone -> called(gone);
      case Outcome.Failed failed -> called(failed);
      case Outcome.InDoubt doubt -> called(notSeen(doubt));
    };
  }

  private Outcome updated(Prior known) {
    return settled(session.update(context, task.type(), known, desired));
  }

  private Outcome settled(Outcome outcome) {
    return looksAfterIt() ? outcome : settling().written(outcome);
  }

  private boolean looksAfterIt() {
    return task.repeat() == RepeatClass.PURE || session.showsItsWrites(task.type());
  }

  private Settling settling() {
    return new Settling(session, task.type(), context, this::agrees);
  }

  /** Whether nothing that was read contradicts what is wanted; it may show less. */
  private boolean agrees(JsonNode attributes) {
    ObjectNode shown = Json.object();
    ObjectNode wanted = Json.object();
    for (Map.Entry<String, JsonNode> field : desired.properties()) {
      JsonNode there = attributes.get(field.getKey());
      if (there != null) {
        shown.set(field.getKey(), there);
        wanted.set(field.getKey(), field.getValue());
      }
    }
    return SchemaDiff.diff(schema, shown, wanted, Set.of()) instanceof PlannedChange.NoChange;
  }

  /** Whether the attributes are as desired already, by the schema's own idea of equality. */
  private boolean holds(JsonNode attributes) {
    ObjectNode configured = Json.object();
    for (Map.Entry<String, JsonNode> field : desired.properties()) {
      JsonNode there = attributes.get(field.getKey());
      if (there == null) {
        return false;
      }
      configured.set(field.getKey(), there);
    }
    return !leavesOut(attributes)
        && SchemaDiff.diff(schema, configured, desired, Set.of()) instanceof PlannedChange.NoChange;
  }

  /** An argument that is no longer given, and that the object still has: that is a change too. */
  private boolean leavesOut(JsonNode attributes) {
    return schema.body().attributes().stream()
            .filter(attribute -> attribute.presence() == AttributeSchema.Presence.OPTIONAL)
            .map(AttributeSchema::name)
            .anyMatch(name -> attributes.hasNonNull(name) && !desired.hasNonNull(name))
        || schema.body().blocks().stream()
            .map(BlockSchema::name)
            .anyMatch(name -> !attributes.path(name).isEmpty() && !desired.hasNonNull(name));
  }

  private Outcome delete() {
    Prior known = requiredPrior();
    if (task.recovering()) {
      Outcome seen = session.read(context, task.type(), known);
      if (seen instanceof Outcome.Gone gone) {
        return gone;
      }
      if (seen instanceof Outcome.InDoubt doubt) {
        return notSeen(doubt);
      }
    }
    Outcome deleted = session.delete(context, task.type(), known);
    return looksAfterIt() ? deleted : settling().deleted(deleted, known);
  }

  private Outcome read() {
    Prior known = prior;
    return schema.kind() == TypeSchema.Kind.DATA || known == null
        ? session.readData(context, task.type(), desired)
        : session.read(context, task.type(), known);
  }

  private Prior requiredPrior() {
    Prior known = prior;
    if (known == null) {
      throw new IllegalStateException(
          "a task to " + task.action() + " " + task.address() + " brings no prior object");
    }
    return known;
  }

  private static Performed called(Outcome outcome) {
    return new Performed(outcome, false);
  }
}
