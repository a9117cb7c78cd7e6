package io.sluice.state;

import io.sluice.state.query.Committed;
import io.sluice.transport.health.Readiness;
import io.sluice.transport.zookeeper.Presence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Ready while every partition that is assigned here is served, and all it rests on answers. */
final class StateReadiness {
  private final String instance;
  private final Committed committed;
  private final Supplier<List<String>> faults;
  private volatile @Nullable Presence presence;

  StateReadiness(String instance, Committed committed, Supplier<List<String>> faults) {
    this.instance = instance;
    this.committed = committed;
    this.faults = faults;
  }

  /** From here on it is ready only while it is a member. */
  void joins(Presence mine) {
    presence = mine;
  }

  /** For anybody: without what happened, since that may name workspaces and what they hold. */
  Readiness now() {
    return with(false);
  }

  /** For whoever has the token. */
  Readiness whole() {
    return with(true);
  }

  private Readiness with(boolean causes) {
    List<String> reasons = new ArrayList<>(faults.get());
    Presence mine = presence;
    if (mine == null || !mine.isMember()) {
      reasons.add("It is not among the members in ZooKeeper");
    }
    reasons.addAll(committed.unserved(causes));
    return new Readiness("state", instance, reasons);
  }

  /** Where a record has to be passed over, by partition. */
  Map<Integer, Long> halted() {
    return committed.halted();
  }
}
