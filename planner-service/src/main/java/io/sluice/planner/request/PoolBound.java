package io.sluice.planner.request;

import io.sluice.language.source.Diagnostic;
import io.sluice.model.PoolName;
import io.sluice.model.limit.Limits;
import io.sluice.model.plan.Node;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** How many pools one plan may name. What a placeholder becomes is done in its own pool. */
final class PoolBound {
  private static final int MOST = Limits.STANDARD.counts().pools();

  private PoolBound() {}

  static Optional<Diagnostic> refusal(List<Node> nodes) {
    SortedSet<String> pools = new TreeSet<>();
    for (Node node : nodes) {
      if (node.pool() != null && !node.pool().equals(PoolName.DEFAULT)) {
        pools.add(node.pool());
      }
    }
    if (pools.size() <= MOST) {
      return Optional.empty();
    }
    return Optional.of(
        Diagnostic.error(
                "Too many pools",
                "The plan names "
                    + pools.size()
                    + " pools; besides the default one a run may name "
                    + MOST
                    + ".",
                null)
            .withHint(
                "A pool is a group of workers: use one pool for resources that the same workers can"
                    + " handle, or split the plan."));
  }
}
