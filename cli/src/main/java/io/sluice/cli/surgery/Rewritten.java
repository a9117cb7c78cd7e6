package io.sluice.cli.surgery;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Address;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import java.util.List;

/** Copies of records in which one thing is another. */
public final class Rewritten {
  private Rewritten() {}

  static StateRecord at(Address address, StateRecord record) {
    return of(
        record,
        record.workspace(),
        address,
        record.status(),
        record.attributes(),
        record.desired(),
        record.dependencies());
  }

  static StateRecord status(RecordStatus status, StateRecord record) {
    return of(
        record,
        record.workspace(),
        record.address(),
        status,
        record.attributes(),
        record.desired(),
        record.dependencies());
  }

  static StateRecord wanting(JsonNode desired, List<Address> dependencies, StateRecord record) {
    return of(
        record,
        record.workspace(),
        record.address(),
        record.status(),
        record.attributes(),
        desired,
        dependencies);
  }

  /** For another workspace; values as they are given. */
  public static StateRecord in(
      String workspace, JsonNode attributes, JsonNode desired, StateRecord record) {
    return of(
        record,
        workspace,
        record.address(),
        record.status(),
        attributes,
        desired,
        record.dependencies());
  }

  /** To be shown: nothing in it is hidden any more. */
  public static StateRecord shown(StateRecord record) {
    return new StateRecord(
        record.workspace(),
        record.address(),
        record.type(),
        record.providerConfig(),
        record.schemaVersion(),
        record.id(),
        record.attributes(),
        record.desired(),
        List.of(),
        record.dependencies(),
        record.createBeforeDestroy(),
        record.status(),
        record.privateData(),
        record.token(),
        record.root(),
        record.version(),
        record.epoch(),
        record.runId(),
        record.updatedAt(),
        record.refreshDue(),
        record.recoverAfter(),
        record.drifted());
  }

  private static StateRecord of(
      StateRecord record,
      String workspace,
      Address address,
      RecordStatus status,
      JsonNode attributes,
      JsonNode desired,
      List<Address> dependencies) {
    return new StateRecord(
        workspace,
        address,
        record.type(),
        record.providerConfig(),
        record.schemaVersion(),
        record.id(),
        attributes,
        desired,
        record.sensitivePaths(),
        dependencies,
        record.createBeforeDestroy(),
        status,
        record.privateData(),
        record.token(),
        record.root(),
        record.version(),
        record.epoch(),
        record.runId(),
        record.updatedAt(),
        record.refreshDue(),
        record.recoverAfter(),
        record.drifted());
  }
}
