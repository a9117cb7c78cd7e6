package io.sluice.model.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a workspace remembers of itself, under {@code WORKSPACE/!workspace}: the root that its first
 * apply came from, so that applying another module here does not plan the deletion of the first.
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record WorkspaceRecord(
    String workspace, @Nullable String root, @Nullable String rootSetBy, Instant updatedAt) {}
