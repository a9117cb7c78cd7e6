package io.sluice.state.ownership;

import io.sluice.transport.topic.TopicSetup;
import io.sluice.transport.topic.Topics;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The pools whose topics are known to be there: a task for another one makes it first. */
public final class Pools {
  private final TopicSetup setup;
  private final Set<String> known = ConcurrentHashMap.newKeySet();

  public Pools(TopicSetup setup) {
    this.setup = setup;
    known.add(Topics.DEFAULT_POOL);
  }

  /** Outside of any transaction: making a topic takes longer than one may be open. */
  void ensure(String pool) {
    if (!known.contains(pool)) {
      setup.ensurePool(pool);
      setup.ensureWorkersGroup(pool);
      known.add(pool);
    }
  }

  Set<String> known() {
    return Set.copyOf(known);
  }
}
