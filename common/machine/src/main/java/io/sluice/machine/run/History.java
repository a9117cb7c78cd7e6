package io.sluice.machine.run;

import io.sluice.model.record.RunRecord.Refresh;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run has behind it.
 *
 * @param formerPlans discarded plans: a late copy of one is not accepted again
 * @param widenings how often it was queued again because its plan touched more than it held
 * @param refresh whether its reads are going on or done; null before
 * @param stateChangedAt the version at which state last changed beneath its claim
 * @param startedAt when it was first granted its claim
 */
public record History(
    List<String> formerPlans,
    int widenings,
    @Nullable Refresh refresh,
    long stateChangedAt,
    @Nullable Instant startedAt) {
  public History {
    formerPlans = List.copyOf(formerPlans);
  }

  public History without(String plan) {
    List<String> former = new ArrayList<>(formerPlans);
    former.add(plan);
    return new History(former, widenings, refresh, stateChangedAt, startedAt);
  }

  public History widened() {
    return new History(formerPlans, widenings + 1, refresh, stateChangedAt, startedAt);
  }

  public History with(@Nullable Refresh reads) {
    return new History(formerPlans, widenings, reads, stateChangedAt, startedAt);
  }

  public History moved(long at) {
    return new History(formerPlans, widenings, refresh, at, startedAt);
  }

  public History started(Instant at) {
    return startedAt == null
        ? new History(formerPlans, widenings, refresh, stateChangedAt, at)
        : this;
  }
}
