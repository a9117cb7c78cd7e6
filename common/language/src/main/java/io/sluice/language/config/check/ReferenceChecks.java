package io.sluice.language.config.check;

import io.sluice.language.config.Declarations.ModuleCall;
import io.sluice.language.config.Declarations.Step;
import io.sluice.language.config.Module;
import io.sluice.language.config.Repetition;
import io.sluice.language.config.Resource;
import io.sluice.language.config.ResourceMode;
import io.sluice.language.config.ResourceName;
import io.sluice.language.config.Subject;
import io.sluice.language.config.Subject.Ambient;
import io.sluice.language.config.Subject.OfLocal;
import io.sluice.language.config.Subject.OfModule;
import io.sluice.language.config.Subject.OfResource;
import io.sluice.language.config.Subject.OfStep;
import io.sluice.language.config.Subject.OfVariable;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Suggestions;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.model.CallKind;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks that references name what is declared, and access instances as they have to. */
public final class ReferenceChecks {
  /** What the block around an expression makes available. */
  record Surrounding(Repetition repetition, boolean self) {
    static final Surrounding NOTHING = new Surrounding(new Repetition.Single(), false);
  }

  private final Module module;
  private final Diagnostics diagnostics;

  ReferenceChecks(Module module, Diagnostics diagnostics) {
    this.module = module;
    this.diagnostics = diagnostics;
  }

  void check(List<Traversal> traversals, Surrounding surrounding) {
    traversals.forEach(traversal -> check(traversal, surrounding));
  }

  private void check(Traversal traversal, Surrounding surrounding) {
    Optional<Subject> subject = Subject.of(traversal);
    if (subject.isEmpty()) {
      invalid(traversal);
      return;
    }
    if (module.kind() == Module.Kind.STACK && !isOfStacks(subject.get())) {
      diagnostics.error(
          "Invalid reference",
          ("\"%s\" is nothing that a stack can refer to: it has var, local, component, stack, and"
                  + " each where there is for_each.")
              .formatted(traversal.root()),
          traversal.range());
      return;
    }
    switch (subject.get()) {
      case OfVariable variable -> variable(traversal, variable.name());
      case OfLocal local -> local(traversal, local.name());
      case OfModule call -> call(traversal, call);
      case OfResource resource -> resource(traversal, resource.name());
      case OfStep step -> step(traversal, step.reference());
      case Ambient ambient -> ambient(traversal, surrounding);
    }
  }

  private static boolean isOfStacks(Subject subject) {
    return switch (subject) {
      case OfVariable variable -> true;
      case OfLocal local -> true;
      case OfModule call -> true;
      case OfResource resource -> false;
      case OfStep step -> false;
      case Ambient(String root) -> root.equals("each");
    };
  }

  private void invalid(Traversal traversal) {
    String root = traversal.root();
    boolean bare = traversal.steps().isEmpty();
    String detail =
        switch (root) {
          case "var", "local", "module", "component", "stack" ->
              bare
                  ? "The \"%s\" object cannot be accessed directly. Instead, access one of its attributes."
                      .formatted(root)
                  : "The \"%s\" object does not support this operation.".formatted(root);
          case "data" ->
              "The \"data\" object must be followed by two attribute names: the data source type"
                  + " and the resource name.";
          case "ephemeral" ->
              "The \"ephemeral\" object must be followed by two attribute names: the ephemeral"
                  + " resource type and the resource name.";
          case "step" ->
              "The \"step\" object must be followed by two attribute names: the runner and the"
                  + " step's name.";
          default ->
              "A reference to a resource type must be followed by at least one attribute access,"
                  + " specifying the resource name.";
        };
    diagnostics.error("Invalid reference", detail, traversal.range());
  }

  /** The text of a reference up to a number of steps. */
  static SourceRange upTo(Traversal traversal, int steps) {
    int last = Math.min(steps, traversal.steps().size()) - 1;
    return last < 0
        ? traversal.rootRange()
        : traversal.rootRange().to(traversal.steps().get(last).range());
  }

  private void undeclared(String summary, String detail, String hint, @Nullable SourceRange range) {
    diagnostics.add(Diagnostic.error(summary, detail, range).withHint(hint));
  }

  private static String hint(String name, Collection<String> names, String otherwise) {
    String question = Suggestions.question(name, names);
    return question.isEmpty() ? otherwise : question;
  }

  private void variable(Traversal traversal, String name) {
    if (!module.variables().containsKey(name)) {
      undeclared(
          "Reference to undeclared input variable",
          "An input variable with the name \"%s\" has not been declared.".formatted(name),
          hint(
              name,
              module.variables().keySet(),
              "This variable can be declared with a variable \"%s\" {} block.".formatted(name)),
          upTo(traversal, 1));
    }
  }

  private void local(Traversal traversal, String name) {
    if (!module.locals().containsKey(name)) {
      undeclared(
          "Reference to undeclared local value",
          "A local value with the name \"%s\" has not been declared.".formatted(name),
          hint(name, module.locals().keySet(), ""),
          upTo(traversal, 1));
    }
  }

  private void call(Traversal traversal, OfModule reference) {
    ModuleCall call = module.calls().get(reference.reference());
    if (call == null) {
      undeclared(traversal, reference);
      return;
    }
    if (instanceKey(traversal, 1, call.reference(), call.kind().word(), call.repetition())) {
      return;
    }
    Module child = module.children().get(call.reference());
    if (child != null
        && reference.output() != null
        && !child.outputs().containsKey(reference.output())) {
      int step = traversal.steps().get(1) instanceof TraversalStep.Attribute ? 1 : 2;
      undeclared(
          "Unsupported attribute",
          "This object does not have an attribute named \"%s\".".formatted(reference.output()),
          hint(reference.output(), child.outputs().keySet(), ""),
          traversal.steps().get(step).range());
    }
  }

  private void undeclared(Traversal traversal, OfModule reference) {
    CallKind kind = CallKind.ofReference(reference.reference());
    String name = Subject.name(traversal, 0);
    boolean stack = module.kind() == Module.Kind.STACK;
    if (stack == (kind == CallKind.MODULE)) {
      diagnostics.error(
          "Invalid reference",
          stack
              ? "A stack has no module calls. What its components give is component.NAME.OUTPUT."
              : "There are no %ss in a module: only a stack has them.".formatted(kind.word()),
          upTo(traversal, 1));
      return;
    }
    List<String> names =
        module.calls().values().stream()
            .filter(other -> other.kind() == kind)
            .map(ModuleCall::name)
            .toList();
    undeclared(
        "Reference to undeclared " + kind.word(),
        "No %s named \"%s\" is declared in %s."
            .formatted(
                kind == CallKind.MODULE ? "module call" : kind.word(), name, module.describe()),
        hint(String.valueOf(name), names, ""),
        upTo(traversal, 2));
  }

  private void resource(Traversal traversal, ResourceName name) {
    Resource resource = module.resources().get(name);
    int steps = name.mode() == ResourceMode.MANAGED && !traversal.root().equals("resource") ? 1 : 2;
    if (resource == null) {
      String kind =
          switch (name.mode()) {
            case MANAGED -> "A managed";
            case DATA -> "A data";
            case EPHEMERAL -> "An ephemeral";
          };
      List<String> candidates =
          module.resources().keySet().stream()
              .filter(other -> other.mode() == name.mode())
              .map(ResourceName::toString)
              .toList();
      undeclared(
          "Reference to undeclared resource",
          "%s resource \"%s\" \"%s\" has not been declared in %s."
              .formatted(kind, name.type(), name.name(), module.describe()),
          hint(name.toString(), candidates, ""),
          upTo(traversal, steps));
      return;
    }
    instanceKey(traversal, steps, name.toString(), "resource", resource.repetition());
  }

  /** True if the access to an instance is wrong, which has been reported. */
  private boolean instanceKey(
      Traversal traversal, int steps, String name, String kind, Repetition repetition) {
    if (traversal.steps().size() <= steps) {
      return false; // the whole object may always be used
    }
    boolean attribute = traversal.steps().get(steps) instanceof TraversalStep.Attribute;
    return switch (repetition) {
      case Repetition.Single s when !attribute -> {
        diagnostics.error(
            "Unexpected %s instance key".formatted(kind),
            ("Because %s does not have \"count\" or \"for_each\" set, references to it must not"
                    + " include an index key. Remove the bracketed index to refer to the single"
                    + " instance of this resource.")
                .formatted(name),
            upTo(traversal, steps + 1));
        yield true;
      }
      case Repetition.Count c when attribute -> missingKey(traversal, steps, name, kind, "count");
      case Repetition.ForEach f when attribute ->
          missingKey(traversal, steps, name, kind, "for_each");
      case Repetition.Single s -> false;
      case Repetition.Count c -> false;
      case Repetition.ForEach f -> false;
    };
  }

  private boolean missingKey(
      Traversal traversal, int steps, String name, String kind, String argument) {
    String example = argument.equals("count") ? "count.index" : "each.key";
    diagnostics.error(
        "Missing %s instance key".formatted(kind),
        ("Because %s has \"%s\" set, its attributes must be accessed on specific instances.\n\n"
                + "For example, to correlate with indices of a referring resource, use:\n"
                + "    %s[%s]")
            .formatted(name, argument, name, example),
        upTo(traversal, steps));
    return true;
  }

  private void step(Traversal traversal, String reference) {
    Step step = module.steps().get(reference);
    if (step == null) {
      undeclared(
          "Reference to undeclared step",
          "The step \"%s\" has not been declared in %s.".formatted(reference, module.describe()),
          hint(reference, module.steps().keySet(), ""),
          upTo(traversal, 2));
      return;
    }
    instanceKey(traversal, 2, reference, "step", step.repetition());
  }

  private void ambient(Traversal traversal, Surrounding surrounding) {
    switch (traversal.root()) {
      case "count" -> count(traversal, surrounding);
      case "each" -> each(traversal, surrounding);
      case "self" -> {
        if (!surrounding.self()) {
          diagnostics.error(
              "Invalid \"self\" reference",
              "The \"self\" object is not available in this context. This object can be used only"
                  + " in resource provisioner, connection, and postcondition blocks.",
              traversal.rootRange());
        }
      }
      case "path" -> attribute(traversal, Set.of("cwd", "module", "root"));
      default -> attribute(traversal, Set.of("workspace", "applying"));
    }
  }

  private void count(Traversal traversal, Surrounding surrounding) {
    if (!"index".equals(Subject.name(traversal, 0))) {
      diagnostics.error(
          "Invalid \"count\" attribute",
          ("The \"count\" object does not have an attribute named \"%s\". The only supported"
                  + " attribute is count.index, which is the index of each instance of a resource"
                  + " block that has the \"count\" argument set.")
              .formatted(Subject.name(traversal, 0)),
          upTo(traversal, 1));
    } else if (!(surrounding.repetition() instanceof Repetition.Count)) {
      diagnostics.error(
          "Reference to \"count\" in non-counted context",
          "The \"count\" object can only be used in \"module\", \"resource\", and \"data\" blocks,"
              + " and only when the \"count\" argument is set.",
          upTo(traversal, 1));
    }
  }

  private void each(Traversal traversal, Surrounding surrounding) {
    String name = Subject.name(traversal, 0);
    if (!"key".equals(name) && !"value".equals(name)) {
      diagnostics.error(
          "Invalid \"each\" attribute",
          ("The \"each\" object does not have an attribute named \"%s\". The supported attributes"
                  + " are each.key and each.value, the current key and value pair of the"
                  + " \"for_each\" attribute set.")
              .formatted(name),
          upTo(traversal, 1));
    } else if (!(surrounding.repetition() instanceof Repetition.ForEach)) {
      diagnostics.error(
          "Reference to \"each\" in context without for_each",
          "The \"each\" object can be used only in %s blocks, and only when the \"for_each\" argument is set."
              .formatted(
                  module.kind() == Module.Kind.STACK
                      ? "\"component\", \"stack\" or \"provider\""
                      : "\"module\" or \"resource\""),
          upTo(traversal, 1));
    }
  }

  private void attribute(Traversal traversal, Set<String> names) {
    String name = Subject.name(traversal, 0);
    String root = traversal.root();
    if (name == null) {
      diagnostics.error(
          "Invalid reference",
          "The \"%s\" object cannot be accessed directly. Instead, access one of its attributes."
              .formatted(root),
          traversal.range());
    } else if (!names.contains(name)) {
      undeclared(
          "Invalid \"%s\" attribute".formatted(root),
          "The \"%s\" object does not have an attribute named \"%s\".".formatted(root, name),
          hint(name, names, ""),
          upTo(traversal, 1));
    }
  }
}
