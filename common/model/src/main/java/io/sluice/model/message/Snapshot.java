package io.sluice.model.message;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.record.StateRecord;
import io.sluice.model.record.WorkspaceRecord.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A workspace as it stood after its inbox offset {@code version}: the answer of the query API. */
public record Snapshot(
    String workspace,
    long version,
    long epoch,
    @Nullable String root,
    List<StateRecord> resources,
    @Nullable JsonNode outputs,
    List<String> closed,
    @Nullable Origin origin) {
  public Snapshot(
      String workspace,
      long version,
      long epoch,
      @Nullable String root,
      List<StateRecord> resources,
      @Nullable JsonNode outputs,
      List<String> closed) {
    this(workspace, version, epoch, root, resources, outputs, closed, null);
  }

  public Snapshot {
    resources = List.copyOf(resources);
    closed = closed == null ? List.of() : List.copyOf(closed);
  }
}
