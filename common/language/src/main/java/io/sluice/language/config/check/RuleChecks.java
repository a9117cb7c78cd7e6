package io.sluice.language.config.check;

import io.sluice.language.config.CheckRule;
import io.sluice.language.config.Declarations.Variable;
import io.sluice.language.config.Module;
import io.sluice.language.config.Resource;
import io.sluice.language.config.Subject;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Traversal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What conditions and triggers may refer to besides what is declared. */
final class RuleChecks {
  private final Module module;
  private final Diagnostics diagnostics;

  RuleChecks(Module module, Diagnostics diagnostics) {
    this.module = module;
    this.diagnostics = diagnostics;
  }

  /** A validation tests the variable that it belongs to. */
  void validations(Variable variable) {
    Subject own = new Subject.OfVariable(variable.name());
    for (CheckRule rule : variable.validations()) {
      if (rule.condition() instanceof Expression.Missing) {
        continue;
      }
      boolean tests =
          rule.condition().variables().stream()
              .anyMatch(name -> Subject.of(name).filter(own::equals).isPresent());
      if (!tests) {
        diagnostics.error(
            "Invalid variable validation condition",
            "The condition for variable \"%s\" must refer to var.%s in order to test incoming values."
                .formatted(variable.name(), variable.name()),
            rule.condition().range());
      }
    }
  }

  /** The conditions of a resource call it {@code self}, or can't know it yet. */
  void conditions(Resource resource) {
    for (CheckRule rule : resource.lifecycle().preconditions()) {
      itself("precondition", rule, resource);
    }
    for (CheckRule rule : resource.lifecycle().postconditions()) {
      itself("postcondition", rule, resource);
    }
  }

  /** What runs when a resource goes may not need what may be gone by then. */
  void onlyItself(List<Traversal> used) {
    for (Traversal name : used) {
      String part = Subject.name(name, 0);
      boolean known =
          switch (name.root()) {
            case "self", "path", "terraform" -> true;
            case "count" -> "index".equals(part);
            case "each" -> "key".equals(part);
            default -> false;
          };
      if (!known) {
        diagnostics.error(
            "Invalid reference from destroy provisioner",
            "Destroy-time provisioners and their connection configurations may only reference"
                + " attributes of the related resource, via 'self', 'count.index', or"
                + " 'each.key'.\n\nReferences to other resources during the destroy phase can"
                + " cause dependency cycles and interact poorly with create_before_destroy.",
            name.range());
      }
    }
  }

  private void itself(String kind, CheckRule rule, Resource resource) {
    Subject own = new Subject.OfResource(resource.name());
    for (Expression expression : List.of(rule.condition(), rule.errorMessage())) {
      boolean refers =
          expression.variables().stream()
              .anyMatch(name -> Subject.of(name).filter(own::equals).isPresent());
      if (refers) {
        diagnostics.error(
            "Invalid reference in " + kind,
            "Configuration for %s may not refer to itself."
                .formatted(module.prefix() + resource.name()),
            expression.range());
      }
    }
  }

  /**
   * A trigger names a resource or an attribute of one, and may choose the instance by where it
   * stands itself.
   *
   * @return what else is to be checked of them
   */
  List<Traversal> triggers(Resource resource) {
    List<Traversal> rest = new ArrayList<>();
    for (Expression trigger : resource.lifecycle().replaceTriggeredBy()) {
      int resources = 0;
      boolean strange = false;
      for (Traversal name : trigger.variables()) {
        Optional<Subject> subject = Subject.of(name);
        if (subject.orElse(null) instanceof Subject.OfResource) {
          resources++;
        } else if (subject.isPresent() && !isOwnKey(name)) {
          strange = true;
          continue;
        }
        rest.add(name);
      }
      if (strange) {
        diagnostics.error(
            "Invalid reference in replace_triggered_by expression",
            "Only resources, count.index, and each.key may be used in replace_triggered_by.",
            trigger.range());
      } else if (resources != 1 && !(trigger instanceof Expression.Missing)) {
        diagnostics.error(
            "Invalid replace_triggered_by expression",
            resources == 0
                ? "Missing resource reference in replace_triggered_by expression."
                : "Multiple resource references in replace_triggered_by expression.",
            trigger.range());
      }
    }
    return rest;
  }

  private static boolean isOwnKey(Traversal name) {
    String text = name.toString();
    return text.equals("count.index") || text.equals("each.key");
  }
}
