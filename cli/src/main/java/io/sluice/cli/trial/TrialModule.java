package io.sluice.cli.trial;

import io.sluice.language.config.Declarations.HandedProvider;
import io.sluice.language.config.Declarations.ModuleCall;
import io.sluice.language.config.Declarations.Output;
import io.sluice.language.config.Declarations.ProviderConfiguration;
import io.sluice.language.config.Module;
import io.sluice.language.config.Repetition;
import io.sluice.language.config.Resource;
import io.sluice.language.config.ResourceMode;
import io.sluice.language.config.test.OverrideBlock;
import io.sluice.language.config.test.TestFile;
import io.sluice.language.config.test.TestProvider;
import io.sluice.language.config.test.TestRun;
import io.sluice.language.expression.type.TypeConstraint;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.planning.configuration.address.StaticResources;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A module as a run tests it: with the test's configurations of providers, and without the modules
 * that are overridden.
 *
 * @param mocked the mock that serves a block, by the block's address
 */
record TrialModule(Module root, Map<String, TestProvider.Mock> mocked) {
  /**
   * @param worth what expressions of the file are worth
   */
  static TrialModule of(
      Module root,
      TestFile file,
      TestRun run,
      UnaryOperator<Expression> worth,
      Diagnostics diagnostics) {
    SortedMap<String, ProviderConfiguration> configured = new TreeMap<>();
    root.providers().forEach(each -> configured.put(each.reference(), each));
    Map<String, TestProvider.Mock> mocks = new HashMap<>();
    chosen(root, file, run, diagnostics)
        .forEach(
            (reference, provider) -> {
              if (provider.mock() != null) {
                configured.remove(reference);
                mocks.put(reference, provider.mock());
              } else {
                configured.put(reference, configuration(reference, provider, worth));
              }
            });
    Map<String, TestProvider.Mock> blocks = new HashMap<>();
    mocked(List.of(root), mocks, blocks);
    Module changed = root.with(List.copyOf(configured.values()));
    for (OverrideBlock override : file.overrides(run)) {
      if (override.kind() == OverrideBlock.Kind.MODULE) {
        changed = without(changed, override);
      }
    }
    return new TrialModule(changed, blocks);
  }

  /** The providers of the file that count in this run, by what the module calls them. */
  private static SortedMap<String, TestProvider> chosen(
      Module root, TestFile file, TestRun run, Diagnostics diagnostics) {
    SortedMap<String, TestProvider> chosen = new TreeMap<>();
    if (run.providers().isEmpty()) {
      Set<String> used = used(root);
      file.providers()
          .forEach(
              (reference, provider) -> {
                if (used.contains(reference)) {
                  chosen.put(reference, provider);
                }
              });
      return chosen;
    }
    run.providers()
        .forEach(
            (inside, outside) -> {
              TestProvider provider = file.providers().get(outside.toString());
              if (provider == null) {
                diagnostics.error(
                    "Missing provider definition for " + outside,
                    "This provider block references a provider definition that does not exist.",
                    outside.range());
              } else {
                chosen.put(inside, provider);
              }
            });
    return chosen;
  }

  private static ProviderConfiguration configuration(
      String reference, TestProvider provider, UnaryOperator<Expression> worth) {
    int dot = reference.indexOf('.');
    ProviderConfiguration written = provider.configuration();
    return new ProviderConfiguration(
        dot < 0 ? reference : reference.substring(0, dot),
        dot < 0 ? null : reference.substring(dot + 1),
        written.version(),
        new Repetition.Single(),
        new LiteralBody(written.body(), worth),
        written.range());
  }

  /** What the configurations are called at the root that anything in the tree uses. */
  private static Set<String> used(Module root) {
    Set<String> used = new HashSet<>(root.requiredProviders().keySet());
    root.providers().forEach(each -> used.add(each.reference()));
    collect(List.of(root), used);
    return used;
  }

  private static void collect(List<Module> path, Set<String> used) {
    Module module = path.getLast();
    for (Resource resource : module.resources().values()) {
      used.add(atRoot(path, resource));
    }
    for (ModuleCall call : module.calls().values()) {
      call.providers().values().forEach(handed -> used.add(handed.configuration().toString()));
      Module child = module.children().get(call.reference());
      if (child != null) {
        collect(below(path, child), used);
      }
    }
  }

  private static List<Module> below(List<Module> path, Module child) {
    return Stream.concat(path.stream(), Stream.of(child)).toList();
  }

  private static void mocked(
      List<Module> path,
      Map<String, TestProvider.Mock> mocks,
      Map<String, TestProvider.Mock> blocks) {
    Module module = path.getLast();
    for (Resource resource : module.resources().values()) {
      TestProvider.Mock mock = mocks.get(atRoot(path, resource));
      if (mock != null && resource.name().mode() != ResourceMode.EPHEMERAL) {
        blocks.put(module.prefix() + resource.name(), mock);
      }
    }
    module.children().values().forEach(child -> mocked(below(path, child), mocks, blocks));
  }

  /** What the configuration of a resource's provider is called at the root. */
  private static String atRoot(List<Module> path, Resource resource) {
    Traversal named = resource.provider();
    String reference = named == null ? resource.defaultProvider() : named.toString();
    for (int at = path.size() - 1; at > 0; at--) {
      Module module = path.get(at);
      String here = reference;
      if (module.providers().stream().anyMatch(own -> own.reference().equals(here))) {
        return module.prefix() + reference;
      }
      ModuleCall call = path.get(at - 1).calls().get(module.path().getLast());
      HandedProvider handed = call == null ? null : call.providers().get(reference);
      if (handed != null) {
        reference = handed.configuration().toString();
      }
    }
    return reference;
  }

  private static Module without(Module module, OverrideBlock override) {
    String target = StaticResources.withoutKeys(override.target());
    SortedMap<String, Module> children = new TreeMap<>(module.children());
    children.replaceAll(
        (name, child) -> {
          String address = String.join(".", child.path());
          if (address.equals(target)) {
            return emptied(child, override.values());
          }
          return target.startsWith(address + ".") ? without(child, override) : child;
        });
    return module.with(children);
  }

  private static Module emptied(Module module, Value values) {
    SortedMap<String, Output> outputs = new TreeMap<>();
    for (Output output : module.outputs().values()) {
      Value value = values.entries().getOrDefault(output.name(), Value.nullOf(Types.ANY));
      outputs.put(
          output.name(),
          new Output(
              output.name(),
              TypeConstraint.ANY,
              TestVariables.literal("<override of " + String.join(".", module.path()) + ">", value),
              output.description(),
              output.sensitive(),
              output.ephemeral(),
              List.of(),
              List.of(),
              output.range()));
    }
    return module.emptied(outputs);
  }
}
