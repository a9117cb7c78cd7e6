package io.sluice.language.config;

import io.sluice.language.config.Declarations.HandedProvider;
import io.sluice.language.config.Declarations.Import;
import io.sluice.language.config.Declarations.Local;
import io.sluice.language.config.Declarations.ModuleCall;
import io.sluice.language.config.Declarations.Output;
import io.sluice.language.config.Declarations.ProviderConfiguration;
import io.sluice.language.config.Declarations.Step;
import io.sluice.language.config.Declarations.Variable;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Traversal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jgrapht.Graph;
import org.jgrapht.graph.builder.GraphTypeBuilder;

/**
 * Which declaration of the whole tree needs which: variables, locals, outputs, resources, steps and
 * the calls of modules (as far as {@code count} and {@code for_each} go), by their addresses; and
 * the configurations of providers, which are between their references and the resources.
 */
public final class DependencyGraph {
  /** One reference; the first that makes the edge. */
  public record Need(String from, String to, SourceRange range) {}

  private final Graph<String, Need> graph =
      GraphTypeBuilder.<String, Need>directed().allowingSelfLoops(true).buildGraph();

  private final ProviderBlocks providers;

  private DependencyGraph(Module root) {
    this.providers = new ProviderBlocks(root);
  }

  /** An edge leads from what needs to what is needed. */
  public static Graph<String, Need> of(Module root) {
    DependencyGraph builder = new DependencyGraph(root);
    builder.vertices(root);
    builder.edges(root);
    return builder.graph;
  }

  private void vertices(Module module) {
    String prefix = module.prefix();
    module.variables().keySet().forEach(name -> graph.addVertex(prefix + "var." + name));
    module.locals().keySet().forEach(name -> graph.addVertex(prefix + "local." + name));
    module.outputs().keySet().forEach(name -> graph.addVertex(prefix + "output." + name));
    module.resources().keySet().forEach(name -> graph.addVertex(prefix + name));
    module.steps().keySet().forEach(name -> graph.addVertex(prefix + name));
    module.calls().keySet().forEach(call -> graph.addVertex(prefix + call));
    module.providers().forEach(p -> graph.addVertex(prefix + "provider." + p.reference()));
    module.children().values().forEach(this::vertices);
  }

  private void edges(Module module) {
    String prefix = module.prefix();
    inCall(module);
    for (Variable variable : module.variables().values()) {
      String name = prefix + "var." + variable.name();
      for (Traversal traversal : rules(variable.validations())) {
        if (!variable.name().equals(Subject.name(traversal, 0))
            || !traversal.root().equals("var")) {
          needs(module, name, List.of(traversal));
        }
      }
    }
    for (Local local : module.locals().values()) {
      needs(module, prefix + "local." + local.name(), local.value().variables());
    }
    for (Output output : module.outputs().values()) {
      String name = prefix + "output." + output.name();
      if (output.value() != null) {
        needs(module, name, output.value().variables());
      }
      waitsFor(module, name, output.dependsOn());
      needs(module, name, rules(output.preconditions()));
    }
    module.resources().values().forEach(resource -> resource(module, resource));
    for (Step step : module.steps().values()) {
      String name = prefix + step.reference();
      needs(module, name, repetition(step.repetition()));
      waitsFor(module, name, step.dependsOn());
      if (step.arguments() != null) {
        needs(module, name, References.of(step.arguments()));
      }
    }
    module.calls().values().forEach(call -> call(module, call));
    for (ProviderConfiguration provider : module.providers()) {
      String name = prefix + "provider." + provider.reference();
      needs(module, name, repetition(provider.repetition()));
      needs(module, name, References.of(provider.body()));
      inModule(module, name, provider.range());
    }
    module.imports().forEach(imported -> imported(module, imported));
    module.children().values().forEach(this::edges);
  }

  /** Whether a resource is imported, and from which id, is known before it is looked at. */
  private void imported(Module module, Import imported) {
    Optional<ImportTarget> target = ImportTarget.of(imported.to());
    if (target.isEmpty() || !graph.containsVertex(target.get().declared())) {
      return;
    }
    String name = target.get().declared();
    needs(module, name, imported.id().variables());
    if (imported.forEach() != null) {
      needs(module, name, imported.forEach().variables());
    }
    target.get().keys().forEach(key -> needs(module, name, key.variables()));
  }

  /** Nothing in a module has a value before it is known how many instances the module has. */
  private void inCall(Module module) {
    String prefix = module.prefix();
    module
        .variables()
        .values()
        .forEach(variable -> inModule(module, prefix + "var." + variable.name(), variable.range()));
    module
        .locals()
        .values()
        .forEach(local -> inModule(module, prefix + "local." + local.name(), local.range()));
    module
        .outputs()
        .values()
        .forEach(output -> inModule(module, prefix + "output." + output.name(), output.range()));
    module
        .steps()
        .values()
        .forEach(step -> inModule(module, prefix + step.reference(), step.range()));
    module
        .calls()
        .values()
        .forEach(call -> inModule(module, prefix + call.reference(), call.range()));
  }

  /** {@code depends_on} of a module means everything in it, not only its outputs. */
  private void waitsFor(Module module, String from, List<Traversal> traversals) {
    needs(module, from, traversals);
    for (Traversal traversal : traversals) {
      if (Subject.of(traversal).orElse(null) instanceof Subject.OfModule called
          && called.output() == null) {
        Module child = module.children().get(called.reference());
        if (child != null) {
          allOf(child, from, traversal.range());
        }
      }
    }
  }

  private void allOf(Module module, String from, SourceRange range) {
    String prefix = module.prefix();
    module.resources().keySet().forEach(name -> edge(from, prefix + name, range));
    module.steps().keySet().forEach(name -> edge(from, prefix + name, range));
    module.children().values().forEach(child -> allOf(child, from, range));
  }

  private void resource(Module module, Resource resource) {
    String name = module.prefix() + resource.name();
    needs(module, name, repetition(resource.repetition()));
    needs(module, name, resource.references());
    waitsFor(module, name, resource.dependsOn());
    for (Expression trigger : resource.lifecycle().replaceTriggeredBy()) {
      needs(module, name, trigger.variables());
    }
    needs(module, name, rules(resource.lifecycle().preconditions()));
    needs(module, name, rules(resource.lifecycle().postconditions()));
    for (Block provisioner : resource.provisioners()) {
      needs(module, name, References.of(provisioner.body()));
    }
    inModule(module, name, resource.range());
    providers
        .of(module, resource)
        .ifPresent(
            found ->
                edge(
                    name,
                    found.module().prefix() + "provider." + found.configuration().reference(),
                    resource.range()));
  }

  private void call(Module module, ModuleCall call) {
    String name = module.prefix() + call.reference();
    needs(module, name, repetition(call.repetition()));
    waitsFor(module, name, call.dependsOn());
    for (HandedProvider handed : call.providers().values()) {
      if (handed.key() != null) {
        needs(module, name, handed.key().variables());
      }
    }
    for (Attribute argument : call.arguments().justAttributes(new Diagnostics()).values()) {
      String variable = name + ".var." + argument.name();
      if (graph.containsVertex(variable)) {
        needs(module, variable, argument.expression().variables());
      }
    }
  }

  /** What is in a module waits for what the call of the module waits for. */
  private void inModule(Module module, String name, SourceRange range) {
    if (!module.path().isEmpty()) {
      String call = module.prefix().substring(0, module.prefix().length() - 1);
      edge(name, call, range);
    }
  }

  private static List<Traversal> repetition(Repetition repetition) {
    return switch (repetition) {
      case Repetition.Single single -> List.of();
      case Repetition.Count count -> count.expression().variables();
      case Repetition.ForEach each -> each.expression().variables();
    };
  }

  private static List<Traversal> rules(List<CheckRule> rules) {
    List<Traversal> found = new ArrayList<>();
    for (CheckRule rule : rules) {
      for (Expression expression : List.of(rule.condition(), rule.errorMessage())) {
        found.addAll(expression.variables());
      }
    }
    return found;
  }

  private void needs(Module module, String from, List<Traversal> traversals) {
    for (Traversal traversal : traversals) {
      Subject.of(traversal).ifPresent(subject -> needs(module, from, subject, traversal.range()));
    }
  }

  private void needs(Module module, String from, Subject subject, SourceRange range) {
    String prefix = module.prefix();
    switch (subject) {
      case Subject.OfVariable variable -> edge(from, prefix + "var." + variable.name(), range);
      case Subject.OfLocal local -> edge(from, prefix + "local." + local.name(), range);
      case Subject.OfResource resource -> {
        String to = prefix + resource.name();
        if (!from.equals(to)) { // a reference of a block to itself is reported at its place
          edge(from, to, range);
        }
      }
      case Subject.OfStep step -> edge(from, prefix + step.reference(), range);
      case Subject.OfModule called -> called(module, from, called, range);
      case Subject.Ambient ambient -> {}
    }
  }

  private void called(Module module, String from, Subject.OfModule called, SourceRange range) {
    String call = module.prefix() + called.reference();
    Module child = module.children().get(called.reference());
    if (child == null) {
      return;
    }
    edge(from, call, range);
    if (called.output() != null) {
      edge(from, call + ".output." + called.output(), range);
    } else {
      child.outputs().keySet().forEach(name -> edge(from, call + ".output." + name, range));
    }
  }

  private void edge(String from, String to, SourceRange range) {
    if (graph.containsVertex(to) && !graph.containsEdge(from, to)) {
      graph.addEdge(from, to, new Need(from, to, range));
    }
  }
}
