package io.sluice.model.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a workspace remembers of itself, under {@code WORKSPACE/!workspace}: the root that its first
 * apply came from, so that applying another module here does not plan the deletion of the first.
 *
 * @param origin where its state came from, if it was brought here from elsewhere
 * @param removedAt the inbox offset at which a record was last removed: no record is left to say so
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record WorkspaceRecord(
    String workspace,
    @Nullable String root,
    @Nullable String rootSetBy,
    Instant updatedAt,
    @Nullable Origin origin,
    @Nullable Long removedAt) {
  public WorkspaceRecord(
      String workspace, @Nullable String root, @Nullable String rootSetBy, Instant updatedAt) {
    this(workspace, root, rootSetBy, updatedAt, null, null);
  }

  /**
   * @param lineage the same for all that one state became, another one for every other state
   * @param serial how often it had been written when it came here
   * @param version the inbox offset at which it came: what is younger was written here
   */
  public record Origin(String lineage, long serial, long version) {}
}
