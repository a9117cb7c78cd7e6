package io.sluice.planning.configuration;

import io.sluice.language.instancing.Phase;
import io.sluice.language.source.Diagnostics;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.plan.RunKind;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.configuration.Configuration.PlanInputs;
import io.sluice.planning.configuration.desired.DesiredConfiguration;
import io.sluice.planning.configuration.desired.EarlyReads;
import io.sluice.planning.configuration.served.Providers;
import io.sluice.planning.configuration.values.RecordedSecrets;
import io.sluice.planning.graph.Diff;
import io.sluice.planning.graph.Plan;
import io.sluice.planning.graph.Reading;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What a configuration wants to be read by workers before it can be planned. */
final class ReadsFirst {
  private final Configuration configuration;
  private final PlanInputs inputs;

  ReadsFirst(Configuration configuration, PlanInputs inputs) {
    this.configuration = configuration;
    this.inputs = inputs;
  }

  /**
   * Objects, and data sources whose arguments are known; empty if there is nothing.
   *
   * @param sources whether data sources are among it
   * @param everyProvider whether objects are among it whose providers plan by themselves: these
   *     look at them when they are asked
   */
  Optional<Plan> plan(boolean sources, boolean everyProvider) {
    boolean objects = inputs.options().refresh();
    boolean looking = sources && inputs.kind() != RunKind.DESTROY;
    boolean any = objects || inputs.state().resources().stream().anyMatch(StateRecord::refreshDue);
    boolean evaluated =
        (looking && configuration.hasData()) || (any && Providers.areIn(configuration.root()));
    DesiredConfiguration wanted = configuration.wanted(Phase.PLAN, inputs, new Diagnostics());
    if (evaluated) {
      Diff.draw(configuration.whole(inputs.state()), wanted);
    }
    List<Node> data =
        evaluated && looking ? EarlyReads.of(wanted.auxiliary(), wanted.unchanged()) : List.of();
    TreeMap<String, ProviderBlock> providers =
        evaluated ? new TreeMap<>(wanted.providers()) : new TreeMap<>();
    Set<String> marked = evaluated ? wanted.secretTexts() : Set.of();
    Optional<Plan> reads =
        Reading.draw(
            configuration.situation(inputs, providers),
            objects,
            data,
            everyProvider
                ? new Reading.EveryProvider(wanted.directory(), wanted::references)
                : null);
    RecordedSecrets recorded = new RecordedSecrets(inputs.state().resources());
    return reads.map(plan -> recorded.known(plan, marked));
  }
}
