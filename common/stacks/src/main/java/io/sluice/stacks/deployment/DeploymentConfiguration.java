package io.sluice.stacks.deployment;

import io.sluice.language.config.Declarations.Local;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Traversal;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What the deployment files of a stack declare. An expression stays an expression: {@link
 * DeploymentValues} evaluates.
 *
 * @param name what the stack is called where its workspaces are named; null where it is not said
 */
public record DeploymentConfiguration(
    @Nullable String name,
    SortedMap<String, Local> locals,
    SortedMap<String, Deployment> deployments,
    SortedMap<String, Group> groups,
    SortedMap<String, AutoApproval> autoApprovals,
    SortedMap<String, PublishedOutput> published,
    SortedMap<String, UpstreamInput> upstream,
    SortedMap<String, IdentityToken> tokens,
    SortedMap<String, Store> stores,
    SortedMap<String, DeploymentRollout> rollouts) {

  /**
   * One time that the stack is deployed.
   *
   * @param inputs an object of the stack's variables; null where there is none
   * @param destroy whether all of it is to go
   * @param group {@code deployment_group.NAME}; null where it is in none
   */
  public record Deployment(
      String name,
      @Nullable Expression inputs,
      boolean destroy,
      @Nullable Traversal group,
      SourceRange range) {}

  /** Deployments whose plans the same checks approve. */
  public record Group(String name, List<Traversal> checks, SourceRange range) {}

  /** A rule that approves a plan if all of its checks hold. */
  public record AutoApproval(String name, List<Check> checks, SourceRange range) {}

  /**
   * @param reason what is said when the condition is false
   */
  public record Check(Expression condition, Expression reason, SourceRange range) {}

  /** What other stacks may take from the deployments of this one. */
  public record PublishedOutput(
      String name, String description, Expression value, SourceRange range) {}

  /**
   * What another stack publishes.
   *
   * @param source the name of that stack
   */
  public record UpstreamInput(String name, String source, SourceRange range) {}

  public record IdentityToken(String name, SourceRange range) {}

  public record Store(String type, String name, SourceRange range) {
    public String reference() {
      return "store." + type + "." + name;
    }
  }
}
