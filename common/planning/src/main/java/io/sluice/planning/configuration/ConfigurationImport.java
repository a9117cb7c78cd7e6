package io.sluice.planning.configuration;

import io.sluice.language.instancing.Phase;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.model.plan.RunKind;
import io.sluice.planning.ask.Question;
import io.sluice.planning.configuration.Configuration.Asked;
import io.sluice.planning.configuration.Configuration.Outcome;
import io.sluice.planning.configuration.Configuration.PlanInputs;
import io.sluice.planning.configuration.Configuration.Planned;
import io.sluice.planning.configuration.Configuration.Refused;
import io.sluice.planning.configuration.desired.DesiredConfiguration;
import io.sluice.planning.decide.Situation;
import io.sluice.planning.document.CheckedDocument.Import;
import io.sluice.planning.graph.Diff;
import io.sluice.planning.graph.Importing;
import io.sluice.planning.graph.Plan;
import java.util.List;
import java.util.TreeMap;

/**
 * Plans that take objects into state that exist, each by the provider of the block that describes
 * it.
 */
final class ConfigurationImport {
  private final Configuration configuration;
  private final PlanInputs inputs;

  ConfigurationImport(Configuration configuration, PlanInputs inputs) {
    this.configuration = configuration;
    this.inputs = inputs;
  }

  Outcome of(List<Import> wishes, boolean undeclared) {
    Diagnostics diagnostics = new Diagnostics();
    DesiredConfiguration wanted = configuration.wanted(Phase.PLAN, inputs, diagnostics);
    return switch (Diff.draw(configuration.whole(inputs.state()), wanted)) {
      case Diff.Asked(List<Question> questions) -> new Asked(questions);
      case Diff.Refused(List<Diagnostic> reasons) -> {
        diagnostics.addAll(reasons);
        yield new Refused(diagnostics.list());
      }
      case Diff.Drawn(Plan described) ->
          diagnostics.hasErrors()
              ? new Refused(diagnostics.list())
              : imported(
                  Importing.draw(
                      new Situation(
                          configuration.nothing(wanted.providers(), wishes),
                          inputs.state(),
                          RunKind.IMPORT,
                          inputs.options(),
                          configuration.registry(),
                          inputs.answers()),
                      described.nodes(),
                      undeclared),
                  diagnostics);
    };
  }

  private static Outcome imported(Diff.Outcome outcome, Diagnostics diagnostics) {
    return switch (outcome) {
      case Diff.Refused(List<Diagnostic> reasons) -> new Refused(reasons);
      case Diff.Asked(List<Question> questions) -> new Asked(questions);
      case Diff.Drawn(Plan plan) ->
          new Planned(new ConfigurationPlan(plan, List.of(), new TreeMap<>(), diagnostics.list()));
    };
  }
}
