package io.sluice.planning.configuration;

import io.sluice.language.config.DependencyGraph;
import io.sluice.language.config.Module;
import io.sluice.model.Address;
import io.sluice.planning.ask.Answer;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.ask.Question;
import io.sluice.planning.configuration.address.StaticResources;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jgrapht.Graph;

/**
 * Answers for a plan of some targets: nobody is asked about an object that neither is one nor is
 * needed by one, going by the text; it is taken to be and to stay as state has it. What nothing
 * wants is asked about as ever.
 */
final class TargetedAnswers implements Answers {
  private final Answers answers;
  private final Answers recorded = new AsRecorded();
  private final Set<String> needed;
  private final Set<Address> spared = new HashSet<>();

  private TargetedAnswers(Answers answers, Set<String> needed) {
    this.answers = answers;
    this.needed = needed;
  }

  static TargetedAnswers of(Answers answers, Module root, List<String> targets) {
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
    return new TargetedAnswers(answers, needed);
  }

  @Override
  public Optional<Answer> to(Question question) {
    if (question instanceof Question.Change change
        && !change.isDestroy()
        && !needed.contains(StaticResources.withoutKeys(change.address().live().text()))) {
      spared.add(change.address());
      return recorded.to(question);
    }
    return answers.to(question);
  }

  /** Whether nobody was asked about it. */
  boolean spares(Address address) {
    return spared.contains(address);
  }
}
