package io.sluice.machine.run;

import io.sluice.machine.claim.Claim;
import io.sluice.model.record.RunRecord.ClaimScope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run holds of its workspace, or waits for.
 *
 * @param scope what it holds; null while it waits and after it gave everything up
 * @param names addresses and blocks that it holds or waits for; empty means the whole workspace
 * @param widenings how often it was queued again because its plan touched more than it held
 * @param behind the runs that it was last said to wait for
 */
public record Hold(
    @Nullable ClaimScope scope, List<String> names, int widenings, List<String> behind) {
  public Hold {
    names = List.copyOf(names);
    behind = List.copyOf(behind);
  }

  public Claim wanted() {
    return Claim.listed(names);
  }

  public Hold as(@Nullable ClaimScope other) {
    return new Hold(other, names, widenings, behind);
  }

  public Hold granted() {
    return new Hold(
        names.isEmpty() ? ClaimScope.WHOLE : ClaimScope.LISTED, names, widenings, List.of());
  }

  /** What the plan touches takes the place of what it was planned with. */
  public Hold ofPlan() {
    return new Hold(ClaimScope.PLAN, List.of(), widenings, behind);
  }

  public Hold widened(List<String> wider) {
    return new Hold(scope, wider, widenings + 1, behind);
  }

  public Hold behind(List<String> others) {
    return new Hold(scope, names, widenings, others);
  }
}
