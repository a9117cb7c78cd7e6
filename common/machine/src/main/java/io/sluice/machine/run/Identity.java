package io.sluice.machine.run;

import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What never changes of a run.
 *
 * @param queuedAt its age in the claim queue
 */
public record Identity(
    String run,
    String workspace,
    RunKind kind,
    RunOptions options,
    @Nullable String by,
    @Nullable String root,
    long queuedAt,
    Instant submittedAt) {}
