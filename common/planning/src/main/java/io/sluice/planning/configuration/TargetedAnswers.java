package io.sluice.planning.configuration;

import io.sluice.language.config.DependencyGraph;
import io.sluice.language.config.Module;
import io.sluice.model.Address;
import io.sluice.model.plan.RunKind;
import io.sluice.planning.ask.Answer;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.ask.Question;
import io.sluice.planning.configuration.Configuration.PlanInputs;
import io.sluice.planning.configuration.address.StaticResources;
import io.sluice.planning.configuration.recorded.AsRecorded;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jgrapht.Graph;

/**
 * Answers for a plan with targets: providers are not asked about objects that the plan does not
 * need. Such an object is assumed to be and to stay as state has it or, in a destroy, to go.
 */
final class TargetedAnswers implements Answers {
  private final Answers answers;
  private final Answers recorded = new AsRecorded();
  private final Predicate<Question.Change> needed;
  private final Set<Address> spared = new HashSet<>();

  private TargetedAnswers(Answers answers, Predicate<Question.Change> needed) {
    this.answers = answers;
    this.needed = needed;
  }

  /**
   * Draws the plan; if it contains more than was assumed to be needed, asks about everything.
   *
   * @param drawing of any plan, with targets or not
   */
  static Configuration.Outcome drawn(
      PlanInputs inputs, Module root, Function<PlanInputs, Configuration.Outcome> drawing) {
    Optional<Predicate<Question.Change>> needed =
        inputs.kind() == RunKind.DESTROY
            ? destroyed(inputs, drawing)
            : Optional.of(written(root, inputs.options().targets()));
    if (needed.isEmpty()) {
      return drawing.apply(inputs);
    }
    TargetedAnswers answers = new TargetedAnswers(inputs.answers(), needed.get());
    Configuration.Outcome outcome = drawing.apply(inputs.answeredBy(answers));
    boolean isLess =
        outcome instanceof Configuration.Planned(ConfigurationPlan made)
            && made.plan().nodes().stream()
                .anyMatch(node -> answers.spared.contains(node.address().live()));
    return isLess ? drawing.apply(inputs) : outcome;
  }

  /**
   * Targets and what they are made of, going by the text. What nothing wants is asked about as
   * ever.
   */
  private static Predicate<Question.Change> written(Module root, List<String> targets) {
    Graph<String, DependencyGraph.Need> graph = DependencyGraph.of(root);
    Set<String> needed = new HashSet<>();
    List<String> next = new ArrayList<>();
    for (String target : targets) {
      String block = StaticResources.withoutKeys(target);
      graph.vertexSet().stream()
          .filter(name -> name.equals(block) || name.startsWith(block + "."))
          .forEach(next::add);
    }
    while (!next.isEmpty()) {
      String name = next.removeLast();
      if (needed.add(name)) {
        graph.outgoingEdgesOf(name).forEach(need -> next.add(need.to()));
      }
    }
    return change ->
        change.isDestroy()
            || needed.contains(StaticResources.withoutKeys(change.address().live().text()));
  }

  /**
   * Targets and what goes before them, going by what state holds: what would go if nobody were
   * asked. Empty if that can't be told.
   */
  private static Optional<Predicate<Question.Change>> destroyed(
      PlanInputs inputs, Function<PlanInputs, Configuration.Outcome> drawing) {
    TargetedAnswers none = new TargetedAnswers(inputs.answers(), change -> false);
    if (!(drawing.apply(inputs.answeredBy(none))
        instanceof Configuration.Planned(ConfigurationPlan made))) {
      return Optional.empty();
    }
    Set<Address> going =
        made.plan().nodes().stream().map(node -> node.address().live()).collect(Collectors.toSet());
    return Optional.of(change -> going.contains(change.address().live()));
  }

  @Override
  public Optional<Answer> to(Question question) {
    if (question instanceof Question.Change change && !needed.test(change)) {
      spared.add(change.address().live());
      return recorded.to(question);
    }
    return answers.to(question);
  }
}
