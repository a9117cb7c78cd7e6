package io.sluice.machine.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.plan.Node;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is written of an object. */
public final class ObjectRecords {
  private ObjectRecords() {}

  static JsonNode attributes(Result result) {
    return result.attributes() == null ? Json.object() : result.attributes();
  }

  static StateRecord made(Draft draft, NodeEntry entry, Result result, RecordStatus status) {
    Node node = entry.planned();
    StateRecord old = draft.record(node.address()).orElse(null);
    String id = result.id() == null && old != null ? old.id() : result.id();
    long version =
        old != null && isReadAsItWas(old, node, result) ? old.version() : draft.moment.offset();
    return new StateRecord(
            draft.state.workspace(),
            node.address(),
            node.type(),
            node.provider(),
            node.schemaVersion(),
            id,
            attributes(result),
            node.action() == Action.IMPORT ? NullNode.getInstance() : node.config(),
            result.sensitivePaths().isEmpty() ? node.sensitivePaths() : result.sensitivePaths(),
            node.dependencies(),
            node.createBeforeDestroy(),
            status,
            result.privateData(),
            null,
            result.root(),
            version,
            draft.moment.epoch(),
            entry.run.id,
            draft.moment.now())
        .withExisted(result.existed() || staysOthers(old, node, id));
  }

  /**
   * What was there before Sluice stays so, until it is imported or another object takes its place.
   */
  private static boolean staysOthers(@Nullable StateRecord old, Node node, @Nullable String id) {
    boolean anew = node.action() == Action.CREATE || node.action() == Action.IMPORT;
    return old != null
        && old.existed()
        && (!anew || (node.action() == Action.CREATE && Objects.equals(id, old.id())));
  }

  /** Reading the same again is no change. */
  private static boolean isReadAsItWas(StateRecord old, Node node, Result result) {
    return node.action() == Action.READ
        && old.status() == RecordStatus.OK
        && Json.same(old.attributes(), attributes(result))
        && Json.same(old.desired(), node.config())
        && old.dependencies().equals(node.dependencies());
  }

  static StateRecord inDoubt(Draft draft, NodeEntry entry, Address at, Instant recoverAfter) {
    Node node = entry.planned();
    return new StateRecord(
            draft.state.workspace(),
            at,
            node.type(),
            node.provider(),
            node.schemaVersion(),
            null,
            Json.object(),
            node.config(),
            node.sensitivePaths(),
            node.dependencies(),
            node.createBeforeDestroy(),
            RecordStatus.IN_DOUBT,
            null,
            entry.state.token(),
            null,
            draft.moment.offset(),
            draft.moment.epoch(),
            entry.run.id,
            draft.moment.now(),
            false,
            recoverAfter)
        .withAbsent(entry.state.foundNothing());
  }

  public static StateRecord rewritten(
      Draft draft,
      StateRecord old,
      Address at,
      RecordStatus status,
      @Nullable String token,
      @Nullable Instant recoverAfter,
      boolean refreshDue) {
    return old.at(at)
        .with(status)
        .withDoubt(token, recoverAfter)
        .withRefreshDue(refreshDue)
        .written(draft.moment.offset(), draft.moment.epoch(), old.runId(), draft.moment.now());
  }

  static StateRecord refreshed(
      Draft draft, StateRecord old, Result result, boolean settled, List<String> drifted) {
    StateRecord found =
        old.withObject(
            Objects.requireNonNullElse(result.id(), old.id()),
            attributes(result),
            result.sensitivePaths().isEmpty() ? old.sensitivePaths() : result.sensitivePaths(),
            result.privateData() == null ? old.privateData() : result.privateData());
    StateRecord sure = settled ? found.with(RecordStatus.OK).withDoubt(null, null) : found;
    return sure.withRefreshDue(false)
        .withDrifted(drifted)
        .written(draft.moment.offset(), draft.moment.epoch(), old.runId(), draft.moment.now());
  }

  /** All that is left to go by when a run is forgotten. */
  static String typeOf(Address address) {
    String type = address.type();
    return type.isEmpty() ? "unknown" : type;
  }
}
