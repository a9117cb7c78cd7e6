package io.sluice.stacks.deployment;

import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * In which groups deployments are applied, one group after the other.
 *
 * @param deployments of which it speaks; empty where it speaks of all
 * @param canaries that go first
 * @param waves how many go next, and next: numbers, or parts of all as {@code 50%}
 * @param maxFailures no further wave begins once more have failed
 * @param pause whether somebody is to let each further wave begin
 * @param goesBack whether what was applied is applied as it was before, where a wave does not pass
 * @param check what must hold after the first wave; null for nothing
 */
public record DeploymentRollout(
    String name,
    List<Traversal> deployments,
    List<Traversal> canaries,
    List<String> waves,
    int maxFailures,
    boolean pause,
    boolean goesBack,
    @Nullable HoldingCheck check,
    SourceRange range) {
  public DeploymentRollout {
    deployments = List.copyOf(deployments);
    canaries = List.copyOf(canaries);
    waves = List.copyOf(waves);
  }

  /**
   * What must hold for a time.
   *
   * @param urls that must answer with success
   * @param output that must be true in each deployment of the first wave; empty for none
   */
  public record HoldingCheck(List<String> urls, String output, Duration hold) {
    public HoldingCheck {
      urls = List.copyOf(urls);
    }
  }

  public boolean covers(String deployment) {
    return deployments.isEmpty()
        || deployments.stream().anyMatch(each -> name(each).filter(deployment::equals).isPresent());
  }

  public List<String> canaryNames() {
    return canaries.stream().map(DeploymentRollout::name).flatMap(Optional::stream).toList();
  }

  /** Whether there may be more waves than one. */
  boolean isDivided() {
    return !canaries.isEmpty() || !waves.isEmpty();
  }

  /** {@code eu} of {@code deployment.eu}. */
  static Optional<String> name(Traversal reference) {
    return reference.root().equals("deployment")
            && !reference.steps().isEmpty()
            && reference.steps().getFirst() instanceof TraversalStep.Attribute name
        ? Optional.of(name.name())
        : Optional.empty();
  }
}
