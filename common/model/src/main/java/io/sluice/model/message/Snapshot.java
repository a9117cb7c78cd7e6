package io.sluice.model.message;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.record.StateRecord;
import io.sluice.model.record.WorkspaceRecord.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A workspace as it stood after its inbox offset {@code version}: the answer of the query API.
 *
 * @param changedAt the offset at which its state was last changed; null from a service that does
 *     not tell
 */
public record Snapshot(
    String workspace,
    long version,
    long epoch,
    @Nullable String root,
    List<StateRecord> resources,
    @Nullable JsonNode outputs,
    List<String> closed,
    @Nullable Origin origin,
    @Nullable Long changedAt) {
  public Snapshot(
      String workspace,
      long version,
      long epoch,
      @Nullable String root,
      List<StateRecord> resources,
      @Nullable JsonNode outputs,
      List<String> closed) {
    this(workspace, version, epoch, root, resources, outputs, closed, null, null);
  }

  public Snapshot {
    resources = List.copyOf(resources);
    closed = closed == null ? List.of() : List.copyOf(closed);
  }

  /** A workspace of which nothing was ever recorded. */
  public static Snapshot empty(String workspace) {
    return new Snapshot(workspace, 0, 0, null, List.of(), null, List.of());
  }

  public Snapshot holding(List<StateRecord> others, @Nullable JsonNode otherOutputs) {
    return new Snapshot(
        workspace, version, epoch, root, others, otherOutputs, closed, origin, changedAt);
  }

  /** Where its state was last changed: what was only looked at since does not count. */
  public long lastChange() {
    return changedAt == null ? version : changedAt;
  }
}
