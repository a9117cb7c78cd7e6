package io.sluice.state.pool;

import io.sluice.state.store.Workspaces;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds leases whose holders are no longer alive. Each holder is looked up, and judged by the
 * workers that are alive after that; but what a dead worker had still reported counts first.
 *
 * <pre>
 * holders -> the living, read after that -> end of the inbox, asked after that -> inbox read
 * </pre>
 */
public final class LostWorkers {
  private static final Logger LOG = LoggerFactory.getLogger(LostWorkers.class);

  private final LiveWorkers workers;
  private final Supplier<CompletableFuture<Long>> inboxEnd;
  private final Duration every;
  private Set<String> holders = Set.of();
  private Set<String> gone = Set.of();
  private @Nullable CompletableFuture<Long> end;
  private long askedAt;
  private long since;

  /**
   * @param inboxEnd where the inbox ends now, readable or not yet
   */
  public LostWorkers(
      LiveWorkers workers, Supplier<CompletableFuture<Long>> inboxEnd, Duration every) {
    this.workers = workers;
    this.inboxEnd = inboxEnd;
    this.every = every;
    // The holders that a takeover finds are asked about at once.
    this.askedAt = System.nanoTime() - every.toNanos();
  }

  /** What they reported may stand where nothing is read: the question begins anew after that. */
  public void forget() {
    holders = Set.of();
    gone = Set.of();
    end = null;
  }

  /**
   * Incarnations that are gone and whose reports have all been read; mostly none.
   *
   * @param position up to where the inbox has been read and applied
   */
  public Set<String> found(Workspaces workspaces, long position) {
    CompletableFuture<Long> barrier = end;
    if (barrier != null) {
      return heardOut(barrier, position);
    }
    if (holders.isEmpty()) {
      ask(workspaces);
    }
    Set<String> living =
        holders.isEmpty()
            ? null
            : workers.since(since).map(LiveWorkers.Living::incarnations).orElse(null);
    if (living != null) {
      gone = new HashSet<>(holders);
      gone.removeAll(living);
      holders = Set.of();
      if (!gone.isEmpty()) {
        end = inboxEnd.get();
        return heardOut(end, position);
      }
    }
    return Set.of();
  }

  private void ask(Workspaces workspaces) {
    if (System.nanoTime() - askedAt < every.toNanos()) {
      return;
    }
    askedAt = System.nanoTime();
    since = askedAt;
    Set<String> found = new HashSet<>();
    workspaces.held().forEach(held -> found.addAll(held.state().leaseHolders()));
    holders = found;
  }

  private Set<String> heardOut(CompletableFuture<Long> barrier, long position) {
    if (barrier.isCompletedExceptionally()) {
      LOG.debug("the end of the inbox is not known at present", barrier.exceptionNow());
      forget();
      return Set.of();
    }
    if (!barrier.isDone() || position < barrier.resultNow()) {
      return Set.of();
    }
    Set<String> lost = gone;
    forget();
    return lost;
  }
}
