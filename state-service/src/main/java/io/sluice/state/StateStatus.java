package io.sluice.state;

import io.micronaut.http.HttpRequest;
import io.sluice.service.Readiness;
import io.sluice.service.ServiceStatus;
import io.sluice.state.access.Bearer;
import io.sluice.state.query.Committed;
import io.sluice.transport.zookeeper.Presence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Ready while every partition that is assigned here is served, and all its dependencies answer. */
final class StateStatus implements ServiceStatus {
  private final String instance;
  private final Committed committed;
  private final Supplier<List<String>> faults;
  private final Bearer bearer;
  private volatile @Nullable Presence presence;

  StateStatus(String instance, Committed committed, Supplier<List<String>> faults, Bearer bearer) {
    this.instance = instance;
    this.committed = committed;
    this.faults = faults;
    this.bearer = bearer;
  }

  /** From here on it is ready only while it is a member. */
  void joins(Presence mine) {
    presence = mine;
  }

  /**
   * For callers without the token: leaves out what happened, which may name workspaces and their
   * content.
   */
  @Override
  public Readiness now() {
    return with(false);
  }

  /** With causes for one who shows the token of the deployment. */
  @Override
  public Readiness seenBy(HttpRequest<?> request) {
    return with(bearer.shownBy(request));
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

  /** Where a record has to be skipped, by partition. */
  @Override
  public Map<String, ?> besideReadiness() {
    return Map.of(
        "halted",
        committed.halted().entrySet().stream()
            .map(each -> Map.of("partition", each.getKey(), "haltedAt", each.getValue()))
            .toList());
  }

  /**
   * Counts workspaces and names none, and no cause: anyone may ask, and an exception's text may
   * quote what it failed on.
   */
  @Override
  public Map<String, ?> details() {
    return Map.of(
        "partitions",
        committed.serving(),
        "troubles",
        committed.troubles().keySet(),
        "workspaces",
        committed.ailing().size());
  }
}
