package io.sluice.stacks.deployment;

import io.sluice.language.config.Declarations.Output;
import io.sluice.language.config.Module;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Quoting;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.stacks.deployment.DeploymentConfiguration.PublishedOutput;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a stack publishes, as a configuration: it reads the outputs of the deployments' workspaces,
 * and its own outputs are what other stacks read. So published values have state, history and
 * secrets like all outputs.
 */
public final class PublishedConfiguration {
  private final Module stack;
  private final String name;
  private final StringBuilder text = new StringBuilder();
  private final Set<String> read = new TreeSet<>();

  private PublishedConfiguration(Module stack, String name) {
    this.stack = stack;
    this.name = name;
  }

  /**
   * The text of the configuration.
   *
   * @param name of the stack
   * @param available the outputs that the deployments have by now, by their names; what refers to
   *     others is not published yet
   */
  public static String of(
      DeploymentConfiguration configuration,
      Module stack,
      String name,
      Map<String, Set<String>> available) {
    PublishedConfiguration made = new PublishedConfiguration(stack, name);
    for (PublishedOutput output : configuration.published().values()) {
      List<Traversal> references =
          output.value().variables().stream()
              .filter(each -> each.root().equals("deployment"))
              .toList();
      if (references.stream().allMatch(each -> isThere(each, available))) {
        made.output(output, references);
      }
    }
    return made.read() + made.text;
  }

  private static boolean isThere(Traversal reference, Map<String, Set<String>> available) {
    Set<String> outputs = available.getOrDefault(named(reference, 0), Set.of());
    return !outputs.isEmpty()
        && (reference.steps().size() < 2 || outputs.contains(named(reference, 1)));
  }

  private static String named(Traversal reference, int step) {
    return reference.steps().size() > step
            && reference.steps().get(step) instanceof TraversalStep.Attribute attribute
        ? attribute.name()
        : "";
  }

  private void output(PublishedOutput output, List<Traversal> references) {
    boolean sensitive =
        references.stream()
            .anyMatch(
                each -> {
                  Output of = stack.outputs().get(named(each, 1));
                  return of == null
                      ? stack.outputs().values().stream().anyMatch(Output::sensitive)
                      : of.sensitive();
                });
    references.forEach(each -> read.add(named(each, 0)));
    text.append("\noutput ")
        .append(Quoting.quote(output.name()))
        .append(" {\n  value = (\n")
        .append(rewritten(output.value(), references))
        .append("\n  )\n")
        .append(sensitive ? "  sensitive = true\n" : "")
        .append("}\n");
  }

  /** {@code data.sluice_outputs.one.outputs.x} for {@code deployment.one.x}. */
  private static String rewritten(Expression value, List<Traversal> references) {
    SourceRange whole = value.range();
    List<Traversal> inOrder = new ArrayList<>(references);
    inOrder.sort(Comparator.comparingInt(each -> each.rootRange().start()));
    StringBuilder out = new StringBuilder();
    int at = whole.start();
    for (Traversal each : inOrder) {
      out.append(whole.source().text(at, each.rootRange().start()))
          .append("data.sluice_outputs.")
          .append(named(each, 0))
          .append(".outputs");
      at = each.steps().getFirst().range().end();
    }
    return out.append(whole.source().text(at, whole.end())).toString();
  }

  private String read() {
    StringBuilder data = new StringBuilder();
    for (String deployment : read) {
      data.append("data \"sluice_outputs\" ")
          .append(Quoting.quote(deployment))
          .append(" {\n  workspace = ")
          .append(Quoting.quote(Deployments.workspace(name, deployment)))
          .append("\n}\n");
    }
    return data.toString();
  }
}
