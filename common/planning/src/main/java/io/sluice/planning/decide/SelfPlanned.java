package io.sluice.planning.decide;

import com.fasterxml.jackson.databind.node.NullNode;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Value;
import io.sluice.model.Action;
import io.sluice.model.json.Json;
import io.sluice.model.json.JsonPointers;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.ask.PlannedObject;
import io.sluice.planning.ask.ProviderUse;
import io.sluice.planning.ask.Question;
import io.sluice.planning.document.Lifecycle;
import io.sluice.planning.document.Resource;
import io.sluice.provider.ProviderRegistry.Found;
import io.sluice.provider.schema.PlannedChange.Difference;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Objects of providers that plan by themselves: what is asked, and what an answer decides. */
final class SelfPlanned {
  private SelfPlanned() {}

  static Question.Change question(
      Resource resource,
      Found type,
      ProviderUse use,
      Value config,
      @Nullable StateRecord record,
      Question.Origin origin,
      boolean forced,
      boolean refresh) {
    Lifecycle lifecycle = resource.settings().lifecycle();
    return new Question.Change(
        resource.address(),
        type,
        use,
        Optional.ofNullable(record).filter(SelfPlanned::isThere),
        config,
        new Question.Ignored(lifecycle.ignoreAll(), lifecycle.ignoreChanges()),
        forced,
        refresh || (record != null && record.refreshDue()),
        origin);
  }

  /**
   * Where an object comes from: what a {@code moved} block makes of another type's, the provider of
   * the new type says.
   *
   * @param meant the address of that provider
   * @param moved the address of the provider that wrote what was moved, or null
   */
  static Question.Origin origin(
      String type,
      String meant,
      @Nullable StateRecord record,
      @Nullable String moved,
      Question.@Nullable Import imported) {
    if (record == null) {
      return imported == null
          ? new Question.Origin.Recorded()
          : new Question.Origin.Imported(imported);
    }
    boolean isOther = !record.type().equals(type) || !meant.equals(moved);
    return moved != null && isOther
        ? new Question.Origin.Moved(moved, record.type())
        : new Question.Origin.Recorded();
  }

  /** A create that is in doubt leaves a record of which not even the id is known. */
  private static boolean isThere(StateRecord record) {
    return record.status() != RecordStatus.IN_DOUBT || record.id() != null;
  }

  /**
   * @param replace why a new object is wanted, or null
   */
  static Decision decision(
      Resource resource,
      Found type,
      @Nullable StateRecord record,
      PlannedObject planned,
      @Nullable String replace) {
    Change change =
        switch (planned.action()) {
          case CREATE -> new Change.Create();
          case UPDATE -> {
            SortedSet<String> changed = changed(planned);
            yield new Change.Update(differences(changed, List.of()), changed);
          }
          case REPLACE ->
              new Change.Replace(
                  differences(changed(planned), planned.replacing()),
                  because(record, planned, replace));
          case NOOP -> new Change.Nothing();
          case DELETE, READ, EXPAND, STEP, FORGET, IMPORT, PLAN ->
              throw new IllegalStateException(
                  resource.address() + " is wanted, and was planned to " + planned.action());
        };
    return new Decision(resource, change, resource.config(), record, type, planned);
  }

  /**
   * The same of an object that state does not hold yet: what is known of it is what the provider
   * has found.
   */
  static Decision imported(
      Resource resource,
      Found type,
      Question.Import named,
      PlannedObject planned,
      @Nullable String replace) {
    return planned
        .before()
        .map(
            found ->
                decision(resource, type, unrecorded(resource, type, named, found), planned, replace)
                    .importing(named))
        .orElseGet(() -> decision(resource, type, null, planned, replace));
  }

  /** Its record as the run will have written it when the object is changed. */
  private static StateRecord unrecorded(
      Resource resource, Found type, Question.Import named, Value found) {
    String id =
        found instanceof ObjectValue object
                && object.map().get("id") instanceof Value.StringValue(String text)
                && !text.isEmpty()
            ? text
            : named.text();
    return StateRecord.of(
            draft -> {
              draft.workspace = "";
              draft.address = resource.address();
              draft.type = resource.type();
              draft.providerConfig = resource.settings().provider();
              draft.schemaVersion = type.schema().version();
              draft.id = id;
              draft.attributes = Json.object();
              draft.desired = NullNode.getInstance();
              draft.dependencies = resource.dependencies();
              draft.status = RecordStatus.OK;
              draft.updatedAt = Instant.EPOCH;
            })
        .by(type.source());
  }

  private static String because(
      @Nullable StateRecord record, PlannedObject planned, @Nullable String replace) {
    if (record != null && record.status() == RecordStatus.TAINTED) {
      return "tainted";
    }
    return replace == null || !planned.replacing().isEmpty() ? "" : replace;
  }

  private static List<Difference> differences(SortedSet<String> changed, List<String> replacing) {
    List<Difference> differences = new ArrayList<>();
    replacing.forEach(pointer -> differences.add(new Difference(pointer, true, false)));
    for (String name : changed) {
      String pointer = JsonPointers.child("", name);
      if (!replacing.contains(pointer)) {
        differences.add(new Difference(pointer, false, false));
      }
    }
    return differences;
  }

  /** The names of what is, or may be, otherwise afterwards. */
  private static SortedSet<String> changed(PlannedObject planned) {
    SortedSet<String> changed = new TreeSet<>();
    if (planned.after() instanceof ObjectValue after) {
      after
          .map()
          .forEach(
              (name, value) -> {
                boolean same =
                    planned.before().filter(before -> same(before, name, value)).isPresent();
                if (!same) {
                  changed.add(name);
                }
              });
    }
    return changed;
  }

  private static boolean same(Value before, String name, Value after) {
    return after.isWhollyKnown()
        && before instanceof ObjectValue object
        && after.equals(object.map().get(name));
  }

  /** Whether an object that state holds was found to be gone. */
  static boolean isGone(PlannedObject planned, @Nullable StateRecord record) {
    return planned.before().isEmpty()
        && record != null
        && isThere(record)
        && planned.action() == Action.CREATE;
  }
}
