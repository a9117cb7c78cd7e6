package io.sluice.stacks.check;

import io.sluice.language.address.ProviderSource;
import io.sluice.language.config.Declarations.HandedProvider;
import io.sluice.language.config.Declarations.ModuleCall;
import io.sluice.language.config.Declarations.ProviderConfiguration;
import io.sluice.language.config.Declarations.Removed;
import io.sluice.language.config.Declarations.RequiredProvider;
import io.sluice.language.config.Module;
import io.sluice.language.config.Repetition;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Suggestions;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.model.CallKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks a stack and those that it embeds, each block once whatever its {@code for_each}. */
public final class StackChecks {
  private final Module stack;
  private final Diagnostics diagnostics;

  private StackChecks(Module stack, Diagnostics diagnostics) {
    this.stack = stack;
    this.diagnostics = diagnostics;
  }

  public static void check(Module stack, Diagnostics diagnostics) {
    new StackChecks(stack, diagnostics).check();
    for (Module child : stack.children().values()) {
      if (child.kind() == Module.Kind.STACK) {
        check(child, diagnostics);
      }
    }
  }

  private void check() {
    stack.providers().forEach(this::provider);
    stack.calls().values().forEach(this::call);
    stack.removed().forEach(this::removed);
  }

  private void provider(ProviderConfiguration provider) {
    if (!stack.requiredProviders().containsKey(provider.name())) {
      diagnostics.add(
          Diagnostic.error(
                  "Undeclared provider",
                  "This stack's required_providers has no entry \"%s\".".formatted(provider.name()),
                  provider.range())
              .withHint(Suggestions.question(provider.name(), stack.requiredProviders().keySet())));
    }
  }

  private void call(ModuleCall call) {
    boolean local = call.source().startsWith(".");
    if (local && !call.version().isEmpty()) {
      diagnostics.error(
          "Invalid version constraint",
          "The source of %s is a directory, and only what a registry has is of a version."
              .formatted(call.reference()),
          call.range());
    }
    call.providers().values().forEach(this::handed);
    Module child = stack.children().get(call.reference());
    if (call.kind() == CallKind.COMPONENT && child != null) {
      component(call, child);
    }
  }

  private void handed(HandedProvider handed) {
    String name = handed.configuration().toString();
    Optional<ProviderConfiguration> found = configuration(name);
    if (found.isEmpty()) {
      return; // told with all other references to configurations
    }
    boolean keyed = found.get().repetition() instanceof Repetition.ForEach;
    if (keyed && handed.key() == null) {
      diagnostics.error(
          "Missing provider instance key",
          "provider.%s has for_each: name one of its configurations, provider.%s[each.key]."
              .formatted(name, name),
          handed.configuration().range());
    } else if (!keyed && handed.key() != null) {
      diagnostics.error(
          "Unexpected provider instance key",
          "provider.%s has no for_each: remove the key.".formatted(name),
          handed.configuration().range());
    }
  }

  private Optional<ProviderConfiguration> configuration(String reference) {
    return stack.providers().stream()
        .filter(provider -> provider.reference().equals(reference))
        .findFirst();
  }

  private void component(ModuleCall call, Module module) {
    own(module);
    call.providers()
        .forEach(
            (name, handed) -> {
              String inside = name.indexOf('.') < 0 ? name : name.substring(0, name.indexOf('.'));
              Optional<ProviderSource> wanted = module.provider(inside);
              Optional<ProviderSource> given = stack.provider(handed.configuration().root());
              boolean declared = configuration(handed.configuration().toString()).isPresent();
              if (declared
                  && wanted.isPresent()
                  && given.isPresent()
                  && !module.means(inside, given.get())) {
                diagnostics.error(
                    "Mismatched provider",
                    "\"%s\" is %s in the module of %s, and provider.%s is a configuration of %s."
                        .formatted(
                            name,
                            wanted.get().displayed(),
                            call.reference(),
                            handed.configuration(),
                            given.get().displayed()),
                    handed.configuration().range());
              }
            });
    for (RequiredProvider required : module.requiredProviders().values()) {
      boolean here =
          stack.requiredProviders().keySet().stream()
              .anyMatch(name -> stack.provider(name).equals(module.provider(required.name())));
      if (here && !call.providers().containsKey(required.name())) {
        diagnostics.add(
            Diagnostic.error(
                    "Missing provider configuration",
                    "The module of %s requires provider \"%s\", which the component does not give it."
                        .formatted(call.reference(), required.name()),
                    call.range())
                .withHint(
                    "Write providers = { %s = provider.%s.NAME }."
                        .formatted(required.name(), required.name())));
      }
    }
  }

  /** What a module configures itself, nobody configures once its component is removed. */
  private void own(Module module) {
    for (ProviderConfiguration provider : module.providers()) {
      diagnostics.add(
          Diagnostic.error(
                  "Provider configured in a component's module",
                  "Modules of components get the configurations of their providers from the stack.",
                  provider.range())
              .withHint("Move it into the stack, and give it to the component in \"providers\"."));
    }
    module.children().values().forEach(this::own);
  }

  private void removed(Removed removed) {
    List<TraversalStep> steps = removed.from().steps();
    String root = removed.from().root();
    boolean call = root.equals("component") || root.equals("stack");
    if (!call || steps.isEmpty() || !(steps.getFirst() instanceof TraversalStep.Attribute name)) {
      diagnostics.error(
          "Invalid removed block",
          "What is removed from a stack is component.NAME or stack.NAME, and what is below them.",
          removed.from().range());
      return;
    }
    Map<String, ModuleCall> calls = stack.calls();
    ModuleCall declared = calls.get(root + "." + name.name());
    if (declared != null && steps.size() == 1) {
      diagnostics.error(
          "Removed component still exists",
          "%s is removed here and declared at %s. Delete that block, or this one."
              .formatted(declared.reference(), declared.range()),
          removed.from().range());
    }
  }
}
