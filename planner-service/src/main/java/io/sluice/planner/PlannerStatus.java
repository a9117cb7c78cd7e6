package io.sluice.planner;

import io.sluice.planner.loop.Waiting;
import io.sluice.service.Dependencies;
import io.sluice.service.Readiness;
import io.sluice.service.ServiceStatus;
import io.sluice.transport.zookeeper.Presence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Ready while its loops poll and all its dependencies answer. */
final class PlannerStatus implements ServiceStatus {
  private static final Duration WORTH_SAYING = Duration.ofSeconds(5);

  private final String instance;
  private final Planner planner;
  private final Dependencies dependencies;
  private volatile @Nullable Presence presence;

  PlannerStatus(String instance, Planner planner, Dependencies dependencies) {
    this.instance = instance;
    this.planner = planner;
    this.dependencies = dependencies;
  }

  /** From here on it is ready only while it is a member. */
  void joins(Presence mine) {
    presence = mine;
  }

  /** With the requests that have waited so long that people may want to know. */
  @Override
  public Map<String, ?> besideReadiness() {
    return Map.of(
        "waiting", planner.waiting(WORTH_SAYING).stream().map(PlannerStatus::sentence).toList());
  }

  static String sentence(Waiting waiting) {
    boolean one = waiting.records() == 1;
    return waiting.records()
        + (one ? " plan request" : " plan requests")
        + " of partition "
        + waiting.partition()
        + (one ? " waits for " : " wait for ")
        + waiting.awaited()
        + ", for up to "
        + waiting.longest().toSeconds()
        + " s";
  }

  @Override
  public Readiness now() {
    List<String> reasons = new ArrayList<>(dependencies.faults());
    planner.idle().forEach(topic -> reasons.add("Topic " + topic + " is not read"));
    Presence mine = presence;
    if (mine == null || !mine.isMember()) {
      reasons.add("It is not among the members in ZooKeeper");
    }
    return new Readiness("planner", instance, reasons);
  }
}
