package io.sluice.cli.fleet;

import io.sluice.cli.plan.ConfigurationPlanning.Drawn;
import io.sluice.cli.terminal.Fault;
import io.sluice.language.source.Diagnostic;
import io.sluice.model.plan.RunKind;
import java.util.List;
import java.util.Map;

/**
 * What is to become of workspaces that are planned together.
 *
 * @param kind whether they are applied or destroyed
 * @param order of all of them
 * @param parts by workspace, in that order
 */
public record FleetPlan(RunKind kind, WorkspaceOrder order, Map<String, Part> parts) {
  /** One workspace of it. */
  public sealed interface Part {
    Member member();
  }

  /**
   * @param open it rests on outputs that only the run will know, so it may become another plan
   */
  public record Planned(Member member, Drawn drawn, boolean open) implements Part {
    /** Whether an apply has anything to do there. */
    public boolean isWork() {
      return open || drawn.plan().isWork();
    }
  }

  /** Its own fault. */
  public record Faulty(Member member, List<Diagnostic> faults) implements Part {
    static Faulty of(Member member, Fault fault) {
      return new Faulty(member, fault.diagnostics());
    }
  }

  /** Not planned, for what comes before it could not be. */
  public record Skipped(Member member, String because) implements Part {}

  public List<Planned> planned() {
    return parts.values().stream()
        .filter(Planned.class::isInstance)
        .map(Planned.class::cast)
        .toList();
  }

  public boolean isWhole() {
    return planned().size() == parts.size();
  }
}
