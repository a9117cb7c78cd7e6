package io.sluice.state.intake;

import io.sluice.model.message.Order;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Orders for runs that are not known yet: a person may ask for a run's end before the planner has
 * handed it over. They wait a while, and their offsets are written down, so that the next owner
 * reads them again.
 */
public final class EarlyOrders {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final int MOST = 1_000;

  private final TreeMap<Long, Early> waiting = new TreeMap<>();

  /** An order, where it stands and since when. */
  public record Early(long offset, String workspace, Order order, Instant since) {}

  /** False where too many wait already: then it is answered now. */
  public boolean hold(Early early) {
    if (waiting.size() >= MOST) {
      return false;
    }
    waiting.put(early.offset(), early);
    return true;
  }

  /** Those that waited for this run, in their order. */
  public List<Early> of(String workspace, String run) {
    return take(each -> each.workspace().equals(workspace) && each.order().run().equals(run));
  }

  /** Those whose time is up: there is no such run. */
  public List<Early> overdue(Instant now) {
    return waiting.isEmpty() ? List.of() : take(each -> each.since().plus(PATIENCE).isBefore(now));
  }

  private List<Early> take(java.util.function.Predicate<Early> which) {
    List<Early> taken = new ArrayList<>();
    for (Iterator<Early> each = waiting.values().iterator(); each.hasNext(); ) {
      Early early = each.next();
      if (which.test(early)) {
        taken.add(early);
        each.remove();
      }
    }
    return taken;
  }

  public List<Long> offsets() {
    return List.copyOf(waiting.keySet());
  }

  /** Where reading has to begin to find them again. */
  public @Nullable Long first() {
    return waiting.isEmpty() ? null : waiting.firstKey();
  }

  /** Whether an order is about a run that has to be there. */
  public static boolean needsRun(Order order) {
    return !(order instanceof Order.StateEdit || order instanceof Order.InboxSkip);
  }
}
