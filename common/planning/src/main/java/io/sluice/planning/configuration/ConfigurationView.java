package io.sluice.planning.configuration;

import io.sluice.language.instancing.ModuleInstance;
import io.sluice.language.instancing.Phase;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.value.Value;
import io.sluice.model.Address;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planning.configuration.Configuration.PlanInputs;
import io.sluice.planning.configuration.address.SettledOutputs;
import io.sluice.planning.configuration.desired.DesiredConfiguration;
import io.sluice.planning.configuration.desired.EarlyReads;
import io.sluice.planning.configuration.values.CheckBlocks;
import io.sluice.planning.graph.Diff;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The values of everything in a configuration, for those who look at them.
 *
 * @param diagnostics conditions that do not hold among them
 * @param read what data sources are worth
 */
public record ConfigurationView(
    ModuleInstance root, List<Diagnostic> diagnostics, Map<Address, Value> read) {
  public ConfigurationView {
    diagnostics = List.copyOf(diagnostics);
    read = Map.copyOf(read);
  }

  /** As everything is planned to be; {@code inputs} have the answers of providers. */
  public static ConfigurationView planned(Configuration configuration, PlanInputs inputs) {
    Diagnostics diagnostics = new Diagnostics();
    DesiredConfiguration wanted = configuration.wanted(Phase.PLAN, inputs, diagnostics);
    ConfigurationWithOutputs planning =
        new ConfigurationWithOutputs(
            configuration.root(),
            wanted,
            inputs.state(),
            configuration.registry(),
            SettledOutputs.of(configuration.root(), inputs.options()),
            diagnostics);
    if (Diff.draw(configuration.situation(inputs, new TreeMap<>()), planning)
        instanceof Diff.Refused(List<Diagnostic> reasons)) {
      diagnostics.addAll(reasons);
    }
    return new ConfigurationView(wanted.instance(), diagnostics.list(), wanted.readData());
  }

  /**
   * As a run has left everything.
   *
   * @param readers the runs whose reads of data sources count
   * @param read what data sources are worth that state does not hold
   */
  public static ConfigurationView done(
      Configuration configuration, Snapshot state, Set<String> readers, Map<Address, Value> read) {
    Diagnostics diagnostics = new Diagnostics();
    PlanInputs inputs =
        new PlanInputs(state, RunKind.APPLY, RunOptions.DEFAULT, EarlyReads.found(state, readers));
    DesiredConfiguration wanted = configuration.wanted(Phase.INSPECT, inputs, diagnostics);
    ModuleInstance instance = wanted.evaluatedOn(state.resources(), read);
    CheckBlocks.tell(instance, diagnostics);
    return new ConfigurationView(instance, diagnostics.list(), read);
  }

  /**
   * The assertions of {@code check} blocks that do not hold on what state holds after a run.
   *
   * @param readers the runs whose reads of data sources count
   */
  public static List<Diagnostic> brokenChecks(
      Configuration configuration, Snapshot state, Set<String> readers) {
    return CheckBlocks.areIn(configuration.root())
        ? done(configuration, state, readers, Map.of()).diagnostics().stream()
            .filter(each -> !each.isError())
            .toList()
        : List.of();
  }
}
