package io.sluice.machine.run;

import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a run was asked for, by whom and when. Only an approval of a plan that it does not follow
 * any more goes.
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
    Instant submittedAt) {
  /** The same, where a plan that somebody approved is not followed any more. */
  Identity unapproved() {
    return options.approvedHash() == null
        ? this
        : new Identity(run, workspace, kind, options.unapproved(), by, root, queuedAt, submittedAt);
  }
}
