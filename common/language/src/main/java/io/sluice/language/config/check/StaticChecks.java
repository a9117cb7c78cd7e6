package io.sluice.language.config.check;

import io.sluice.language.config.CheckRule;
import io.sluice.language.config.Declarations.Check;
import io.sluice.language.config.Declarations.HandedProvider;
import io.sluice.language.config.Declarations.Import;
import io.sluice.language.config.Declarations.Local;
import io.sluice.language.config.Declarations.ModuleCall;
import io.sluice.language.config.Declarations.Output;
import io.sluice.language.config.Declarations.ProviderConfiguration;
import io.sluice.language.config.Declarations.Step;
import io.sluice.language.config.Declarations.Variable;
import io.sluice.language.config.ImportTarget;
import io.sluice.language.config.Module;
import io.sluice.language.config.ProviderBlocks;
import io.sluice.language.config.ProvisionerKeywords;
import io.sluice.language.config.References;
import io.sluice.language.config.Repetition;
import io.sluice.language.config.Resource;
import io.sluice.language.config.Subject;
import io.sluice.language.config.check.ReferenceChecks.Surrounding;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Suggestions;
import io.sluice.language.syntax.Traversal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Everything that can be said of a configuration without a value and without a provider. */
public final class StaticChecks {
  /** What {@code when} and {@code on_failure} of a provisioner may be. */
  private static final Set<String> KEYWORDS = Set.of("create", "destroy", "continue", "fail");

  private final Module module;
  private final Diagnostics diagnostics;
  private final ReferenceChecks references;
  private final ProviderBlocks providers;
  private final RuleChecks rules;

  private StaticChecks(Module module, ProviderBlocks providers, Diagnostics diagnostics) {
    this.module = module;
    this.providers = providers;
    this.diagnostics = diagnostics;
    this.references = new ReferenceChecks(module, diagnostics);
    this.rules = new RuleChecks(module, diagnostics);
  }

  public static void check(Module root, Diagnostics diagnostics) {
    tree(root, new ProviderBlocks(root), diagnostics);
    Cycles.check(root, diagnostics);
  }

  private static void tree(Module module, ProviderBlocks providers, Diagnostics diagnostics) {
    new StaticChecks(module, providers, diagnostics).check();
    module.children().values().forEach(child -> tree(child, providers, diagnostics));
  }

  private void check() {
    for (Variable variable : module.variables().values()) {
      rules(variable.validations(), Surrounding.NOTHING);
      rules.validations(variable);
    }
    for (Local local : module.locals().values()) {
      references.check(local.value().variables(), Surrounding.NOTHING);
    }
    module.outputs().values().forEach(this::output);
    module.resources().values().forEach(this::resource);
    module.calls().values().forEach(this::call);
    module.steps().values().forEach(this::step);
    for (ProviderConfiguration provider : module.providers()) {
      repetition(provider.repetition());
      references.check(
          References.of(provider.body()), new Surrounding(provider.repetition(), false));
    }
    for (Check check : module.checks()) {
      rules(check.assertions(), Surrounding.NOTHING);
    }
    rejectSecondImports();
    for (Import imported : module.imports()) {
      Repetition repetition =
          imported.forEach() == null
              ? new Repetition.Single()
              : new Repetition.ForEach(imported.forEach());
      expression(imported.forEach(), Surrounding.NOTHING);
      expression(imported.id(), new Surrounding(repetition, false));
      imported(imported, new Surrounding(repetition, false));
    }
  }

  /** Two blocks with the same address, as far as that is written out. */
  private void rejectSecondImports() {
    Map<String, Import> first = new HashMap<>();
    for (Import imported : module.imports()) {
      if (imported.to() instanceof Expression.ScopeTraversal(Traversal to)) {
        Import before = first.putIfAbsent(to.toString(), imported);
        if (before != null) {
          diagnostics.error(
              "Duplicate import configuration for \"%s\"".formatted(to),
              "An import block for the resource \"%s\" was already declared at %s. A resource can have only one import block."
                  .formatted(to, before.range()),
              imported.to().range());
        }
      }
    }
  }

  private void imported(Import imported, Surrounding surrounding) {
    if (!module.path().isEmpty()) {
      diagnostics.error(
          "Invalid import configuration",
          "Import blocks are only allowed in the root module.",
          imported.range());
      return;
    }
    ImportTarget target = ImportTarget.of(imported.to()).orElse(null);
    if (target == null) {
      diagnostics.error(
          "Invalid import address",
          "The argument \"to\" must be the address of a resource, such as aws_vpc.main,"
              + " aws_vpc.main[each.key] or module.net.aws_vpc.main.",
          imported.to().range());
      return;
    }
    target.keys().forEach(key -> expression(key, surrounding));
  }

  private void expression(@Nullable Expression expression, Surrounding surrounding) {
    if (expression != null) {
      references.check(expression.variables(), surrounding);
    }
  }

  private void rules(List<CheckRule> rules, Surrounding surrounding) {
    for (CheckRule rule : rules) {
      expression(rule.condition(), surrounding);
      expression(rule.errorMessage(), surrounding);
    }
  }

  private void output(Output output) {
    if (output.ephemeral() && module.path().isEmpty()) {
      diagnostics.error(
          "Ephemeral output not allowed",
          "Ephemeral outputs are not allowed in context of a root module",
          output.range());
    }
    expression(output.value(), Surrounding.NOTHING);
    references.check(output.dependsOn(), Surrounding.NOTHING);
    rules(output.preconditions(), Surrounding.NOTHING);
  }

  /** An expression that says how many instances there are can't refer to one of them. */
  private void repetition(Repetition repetition) {
    switch (repetition) {
      case Repetition.Single single -> {}
      case Repetition.Count count -> expression(count.expression(), Surrounding.NOTHING);
      case Repetition.ForEach each -> expression(each.expression(), Surrounding.NOTHING);
    }
  }

  private void resource(Resource resource) {
    Surrounding inside = new Surrounding(resource.repetition(), false);
    Surrounding withSelf = new Surrounding(resource.repetition(), true);
    repetition(resource.repetition());
    provider(module, resource.provider());
    List<Traversal> own = new ArrayList<>(resource.references());
    rejectItself(resource, own);
    references.check(own, inside);
    references.check(resource.dependsOn(), Surrounding.NOTHING);
    rules(resource.lifecycle().preconditions(), inside);
    rules(resource.lifecycle().postconditions(), withSelf);
    rules.conditions(resource);
    references.check(rules.triggers(resource), inside);
    for (Block provisioner : resource.provisioners()) {
      List<Traversal> used = new ArrayList<>(References.of(provisioner.body()));
      used.removeIf(name -> name.steps().isEmpty() && KEYWORDS.contains(name.root()));
      ProvisionerKeywords.check(provisioner, diagnostics);
      if (ProvisionerKeywords.isOfDestruction(provisioner)) {
        rules.onlyItself(used);
      }
      references.check(used, withSelf);
    }
  }

  private void rejectItself(Resource resource, List<Traversal> references) {
    references.removeIf(
        traversal -> {
          boolean itself =
              Subject.of(traversal)
                  .filter(s -> s.equals(new Subject.OfResource(resource.name())))
                  .isPresent();
          if (itself) {
            diagnostics.error(
                "Self-referential block",
                "Configuration for %s may not refer to itself."
                    .formatted(module.prefix() + resource.name()),
                ReferenceChecks.upTo(
                    traversal, Subject.steps(new Subject.OfResource(resource.name()))));
          }
          return itself;
        });
  }

  private void call(ModuleCall call) {
    Surrounding inside = new Surrounding(call.repetition(), false);
    repetition(call.repetition());
    references.check(call.dependsOn(), Surrounding.NOTHING);
    for (HandedProvider handed : call.providers().values()) {
      provider(module, handed.configuration());
      expression(handed.key(), inside);
    }
    Module child = module.children().get(call.reference());
    Map<String, Attribute> arguments = call.arguments().justAttributes(diagnostics);
    arguments.values().forEach(argument -> expression(argument.expression(), inside));
    if (child == null) {
      return;
    }
    for (Attribute argument : arguments.values()) {
      if (!child.variables().containsKey(argument.name())) {
        diagnostics.add(
            Diagnostic.error(
                    "Unsupported argument",
                    "An argument named \"%s\" is not expected here.".formatted(argument.name()),
                    argument.nameRange())
                .withHint(Suggestions.question(argument.name(), child.variables().keySet())));
      }
    }
    for (Variable variable : child.variables().values()) {
      if (variable.defaultValue() == null && !arguments.containsKey(variable.name())) {
        missing(variable.name(), call.range());
      }
    }
  }

  /** A default configuration may be left out, one with an alias must be somewhere. */
  private void provider(Module within, @Nullable Traversal named) {
    if (named == null || named.steps().isEmpty()) {
      return;
    }
    if (providers.find(within, named.toString()).isEmpty()) {
      diagnostics.add(
          Diagnostic.error(
                  "Provider configuration not present",
                  "%s names the provider configuration %s, which does not exist."
                      .formatted(within.path().isEmpty() ? "This block" : within.describe(), named),
                  named.range())
              .withHint(
                  within.kind() == Module.Kind.STACK
                      ? "Write a block provider \"%s\" \"NAME\" in the stack."
                          .formatted(named.root())
                      : within.path().isEmpty()
                          ? "Write a block provider \"%s\" with that alias.".formatted(named.root())
                          : "Pass it in the module block: providers = { %s = ... }."
                              .formatted(named)));
    }
  }

  private void missing(String argument, SourceRange at) {
    diagnostics.error(
        "Missing required argument",
        "The argument \"%s\" is required, but no definition was found.".formatted(argument),
        at);
  }

  private void step(Step step) {
    repetition(step.repetition());
    if (step.arguments() != null) {
      references.check(References.of(step.arguments()), new Surrounding(step.repetition(), false));
    }
    for (Traversal traversal : step.dependsOn()) {
      references.check(List.of(traversal), Surrounding.NOTHING);
      rejectShorthand(traversal);
    }
  }

  /**
   * A step names the instances it waits for; a resource's whole object may stand for all of them.
   */
  private void rejectShorthand(Traversal traversal) {
    Subject subject = Subject.of(traversal).orElse(null);
    Repetition repetition =
        switch (subject) {
          case Subject.OfStep other when module.steps().containsKey(other.reference()) ->
              module.steps().get(other.reference()).repetition();
          case Subject.OfResource other when module.resources().containsKey(other.name()) ->
              module.resources().get(other.name()).repetition();
          case null, default -> new Repetition.Single();
        };
    boolean keyed = subject != null && traversal.steps().size() > Subject.steps(subject);
    if (!(repetition instanceof Repetition.Single) && !keyed) {
      diagnostics.error(
          "Missing instance key",
          "%s has several instances: name one (%s[0] or %s[\"key\"])."
              .formatted(traversal, traversal, traversal),
          traversal.range());
    }
  }
}
