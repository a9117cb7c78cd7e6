package io.sluice.machine.run;

import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What was submitted as a run, by whom and when. The one thing that changes is an approval: it is
 * dropped with the plan that it approved.
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
  /** The same, once the run has left the plan that was approved. */
  Identity unapproved() {
    return options.approvedHash() == null
        ? this
        : new Identity(run, workspace, kind, options.unapproved(), by, root, queuedAt, submittedAt);
  }
}
