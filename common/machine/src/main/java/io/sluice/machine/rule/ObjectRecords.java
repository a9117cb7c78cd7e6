package io.sluice.machine.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.View;
import io.sluice.machine.node.Operation;
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

/** Makes the records of objects. */
public final class ObjectRecords {
  private ObjectRecords() {}

  /** Writes the record at its address, whatever is there. */
  public static Decision put(View view, StateRecord record) {
    return new Fact.ObjectChanged(view.record(record.address()).orElse(null), record);
  }

  /** Takes the record at the address away, if there is one. */
  public static Decision remove(View view, Address address) {
    StateRecord before = view.record(address).orElse(null);
    return before == null ? Decision.nothing() : new Fact.ObjectChanged(address, before, null);
  }

  static JsonNode attributes(Result result) {
    return result.attributes() == null ? Json.object() : result.attributes();
  }

  /**
   * @param old what is at its address
   */
  static StateRecord made(
      View view, NodeEntry entry, @Nullable StateRecord old, Result result, RecordStatus status) {
    Node node = entry.planned();
    String id = result.id() == null && old != null ? old.id() : result.id();
    long version =
        old != null && isReadAsItWas(old, node, result) ? old.version() : view.context().offset();
    StateRecord made =
        StateRecord.of(
            draft -> {
              draft.workspace = view.workspace();
              draft.address = node.address();
              draft.type = node.type();
              draft.providerConfig = node.provider();
              draft.schemaVersion = node.schemaVersion();
              draft.id = id;
              draft.attributes = attributes(result);
              draft.desired =
                  node.action() == Action.IMPORT ? NullNode.getInstance() : node.config();
              draft.sensitivePaths =
                  result.sensitivePaths().isEmpty()
                      ? node.sensitivePaths()
                      : result.sensitivePaths();
              draft.dependencies = node.dependencies();
              draft.createBeforeDestroy = node.createBeforeDestroy();
              draft.status = status;
              draft.privateData = result.privateData();
              draft.root = result.root();
              draft.version = version;
              draft.epoch = view.context().epoch();
              draft.runId = entry.run;
              draft.updatedAt = view.context().now();
            });
    return (result.existed() || staysOthers(old, node, id) ? made.withExisted(true) : made)
        .by(source(node));
  }

  /** A success that no node waits for. */
  static StateRecord orphan(View view, Result result, Address at, @Nullable Node node) {
    return StateRecord.of(
            draft -> {
              draft.workspace = view.workspace();
              draft.address = at;
              draft.type = node == null ? typeOf(at) : node.type();
              draft.providerConfig = node == null ? null : node.provider();
              draft.schemaVersion = node == null ? 0 : node.schemaVersion();
              draft.id = result.id();
              draft.attributes = attributes(result);
              draft.desired = node == null ? Json.object() : node.config();
              draft.sensitivePaths = result.sensitivePaths();
              draft.status = RecordStatus.ORPHAN;
              draft.privateData = result.privateData();
              draft.root = result.root();
              draft.version = view.context().offset();
              draft.epoch = view.context().epoch();
              draft.runId = result.run();
              draft.updatedAt = view.context().now();
            })
        .withExisted(result.existed())
        .by(node == null ? null : source(node));
  }

  private static @Nullable String source(Node node) {
    return node.plugin() == null ? null : node.plugin().source();
  }

  /** What a replace leaves behind. */
  public static StateRecord deposed(View view, StateRecord old, String id) {
    Address aside = old.address().deposed(id);
    return written(
        view, old.at(aside).with(RecordStatus.DEPOSED).withDoubt(null, null).withRefreshDue(false));
  }

  /**
   * An object that existed before Sluice stays marked as such, until it is imported or another
   * object takes its place.
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

  static StateRecord inDoubt(View view, NodeEntry entry, Address at, Instant recoverAfter) {
    Operation operation = entry.state().operation();
    return planned(view, entry, at, null, Json.object(), RecordStatus.IN_DOUBT)
        .withDoubt(operation.token(), recoverAfter)
        .withAbsent(operation.absent());
  }

  /** The object that a person says was made; the next plan reads everything else about it. */
  public static StateRecord adopted(View view, NodeEntry entry, String id) {
    Address at = entry.planned().address();
    return planned(view, entry, at, id, Json.object().put("id", id), RecordStatus.OK)
        .withRefreshDue(true);
  }

  private static StateRecord planned(
      View view,
      NodeEntry entry,
      Address at,
      @Nullable String id,
      JsonNode attributes,
      RecordStatus status) {
    Node node = entry.planned();
    return StateRecord.of(
            draft -> {
              draft.workspace = view.workspace();
              draft.address = at;
              draft.type = node.type();
              draft.providerConfig = node.provider();
              draft.schemaVersion = node.schemaVersion();
              draft.id = id;
              draft.attributes = attributes;
              draft.desired = node.config();
              draft.sensitivePaths = node.sensitivePaths();
              draft.dependencies = node.dependencies();
              draft.createBeforeDestroy = node.createBeforeDestroy();
              draft.status = status;
              draft.version = view.context().offset();
              draft.epoch = view.context().epoch();
              draft.runId = entry.run;
              draft.updatedAt = view.context().now();
            })
        .by(source(node));
  }

  /** A record that was changed, as of this input; the run that made the object stays. */
  public static StateRecord written(View view, StateRecord changed) {
    return changed.written(
        view.context().offset(), view.context().epoch(), changed.runId(), view.context().now());
  }

  static StateRecord refreshed(
      View view, StateRecord old, Node node, Result result, boolean settled, List<String> drifted) {
    StateRecord found =
        old.withObject(
            Objects.requireNonNullElse(result.id(), old.id()),
            attributes(result),
            result.sensitivePaths().isEmpty() ? old.sensitivePaths() : result.sensitivePaths(),
            result.privateData() == null ? old.privateData() : result.privateData());
    StateRecord sure = settled ? found.with(RecordStatus.OK).withDoubt(null, null) : found;
    // A real provider has brought it to its present schema.
    StateRecord present = node.plugin() == null ? sure : sure.withSchema(node.schemaVersion());
    return written(view, present.withRefreshDue(false).withDrifted(drifted));
  }

  /** The only hint at the type when the run is forgotten. */
  static String typeOf(Address address) {
    String type = address.type();
    return type.isEmpty() ? "unknown" : type;
  }
}
