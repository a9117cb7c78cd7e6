package io.sluice.language.instancing.deferred;

import io.sluice.language.config.Declarations.Output;
import io.sluice.language.config.Subject;
import io.sluice.language.function.Budget;
import io.sluice.language.function.FileAccess;
import io.sluice.language.instancing.EvaluationContext;
import io.sluice.language.instancing.Expansion;
import io.sluice.language.instancing.InstanceKey;
import io.sluice.language.instancing.ModuleInstance;
import io.sluice.language.instancing.ModuleInstances;
import io.sluice.language.instancing.ResourceInstances;
import io.sluice.language.instancing.StepAddress;
import io.sluice.language.instancing.SubExpressions;
import io.sluice.language.source.SourceRange;
import io.sluice.language.substitution.ReferencePath;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Quoting;
import io.sluice.language.syntax.SplatKind;
import io.sluice.language.syntax.TemplatePart;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.language.value.Extent;
import io.sluice.language.value.Mark;
import io.sluice.language.value.Marks;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.model.Address;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Prints an expression for the worker: what is known stands in it as a value, variables, locals and
 * outputs are what they were made of, and resources are called by their addresses.
 */
final class ExpressionText {
  private static final TraversalStep OUTPUT =
      new TraversalStep.Attribute("output", SourceRange.NONE);

  private final SortedMap<String, Address> references = new TreeMap<>();
  private final Deque<String> bound = new ArrayDeque<>();
  private boolean secrets;

  /** The references of what was printed, by their text. */
  SortedMap<String, Address> references() {
    return references;
  }

  /** Whether a value that must not be shown stands in the text. */
  boolean holdsSecrets() {
    return secrets;
  }

  String print(Expression expression, EvaluationContext scene) {
    Budget budget = scene.module().environment().context().budget();
    String text = printed(expression, scene);
    budget.produced(text.length());
    Extent.requireText(text.length());
    return text;
  }

  private String printed(Expression expression, EvaluationContext scene) {
    if (!dependsOnBound(expression)) {
      Value value = scene.quietly(expression);
      if (value.isWhollyKnown()) {
        return known(value);
      }
      return origin(expression, Origins.of(expression, scene), scene);
    }
    return plain(expression, scene);
  }

  private String known(Value value) {
    secrets |= Marks.deep(value).contains(Mark.SENSITIVE);
    return ValueText.of(value);
  }

  private boolean dependsOnBound(Expression expression) {
    if (expression instanceof Expression.SplatItem) {
      return true;
    }
    if (expression instanceof Expression.Splat splat) {
      return dependsOnBound(splat.source());
    }
    if (!bound.isEmpty()
        && expression.variables().stream().anyMatch(t -> bound.contains(t.root()))) {
      return true;
    }
    return SubExpressions.of(expression).stream().anyMatch(ExpressionText::standsAtItem);
  }

  private static boolean standsAtItem(Expression expression) {
    if (expression instanceof Expression.SplatItem) {
      return true;
    }
    return !(expression instanceof Expression.Splat)
        && SubExpressions.of(expression).stream().anyMatch(ExpressionText::standsAtItem);
  }

  private String origin(Expression expression, Origin origin, EvaluationContext scene) {
    return switch (origin) {
      case Origin.Instance(ResourceInstances.One one, List<TraversalStep> steps) ->
          instance(one, steps);
      case Origin.Block(ResourceInstances instances, List<TraversalStep> steps) ->
          block(instances) + text(steps);
      case Origin.Computed computed
          when computed.expression().equals(expression) && computed.steps().isEmpty() ->
          converted(computed.conversion(), plain(expression, scene));
      case Origin.Computed computed -> {
        // names that are bound here mean nothing where the value comes from
        Deque<String> mine = new ArrayDeque<>(bound);
        bound.clear();
        String text =
            computed.expression() instanceof Expression.ScopeTraversal
                ? plain(computed.expression(), computed.scene())
                : print(computed.expression(), computed.scene());
        bound.addAll(mine);
        yield "(" + converted(computed.conversion(), text) + ")" + text(computed.steps());
      }
    };
  }

  private static String converted(@Nullable String conversion, String text) {
    return conversion == null ? text : conversion + "(" + text + ")";
  }

  private static String text(List<TraversalStep> steps) {
    return steps.stream().map(TraversalStep::source).collect(Collectors.joining());
  }

  /** A task brings whole attributes: what is below one may be absent, and {@code try} may ask. */
  private String instance(ResourceInstances.One one, List<TraversalStep> steps) {
    int first = 0;
    while (first < steps.size() && !(steps.get(first) instanceof TraversalStep.Attribute)) {
      first++;
    }
    boolean attribute = first == 0 && !steps.isEmpty();
    boolean step = StepAddress.is(one.address());
    if (step && steps.isEmpty()) {
      return "{output = " + instance(one, List.of(OUTPUT)) + "}"; // a step has nothing else
    }
    int taken = !attribute ? 0 : step ? Math.min(2, steps.size()) : 1;
    String text = one.address().text() + text(steps.subList(0, taken));
    references.put(ReferencePath.parse(text).text(), one.address());
    return one.address().text() + text(steps);
  }

  private String block(ResourceInstances instances) {
    StringBuilder text = new StringBuilder();
    boolean keyed = instances.expansion().kind() == Expansion.Kind.KEYED;
    if (!instances.isKnown()) {
      return later(instances, keyed);
    }
    for (ResourceInstances.One one : instances.all()) {
      text.append(text.isEmpty() ? "" : ", ");
      if (keyed) {
        text.append(key(one.address())).append(" = ");
      }
      text.append(instance(one, List.of()));
    }
    return keyed ? "{" + text + "}" : "[" + text + "]";
  }

  /** A block that the run expands: the task brings all instances under the name of the block. */
  private String later(ResourceInstances instances, boolean keyed) {
    Address every = instances.addresses().getFirst();
    String block = instances.declared();
    references.put(ReferencePath.parse(block).text(), every);
    String one = StepAddress.is(every) ? "{output = one}" : "one";
    return keyed
        ? "{for key, one in %s : key => %s}".formatted(block, one)
        : "[for one in %s : %s]".formatted(block, one);
  }

  private static String key(Address address) {
    return ReferencePath.parse(address.text()).segments().getLast()
            instanceof ReferencePath.Key(String key)
        ? Quoting.quote(key)
        : "null";
  }

  private String plain(Expression expression, EvaluationContext scene) {
    return switch (expression) {
      case Expression.NumberLiteral number -> number.value().toPlainString();
      case Expression.BoolLiteral bool -> Boolean.toString(bool.value());
      case Expression.NullLiteral nothing -> "null";
      case Expression.StringLiteral string -> Quoting.quote(string.value());
      case Expression.SplatItem item -> "";
      case Expression.Missing missing -> "null";
      case Expression.Template template -> template(template, scene);
      case Expression.TupleConstructor tuple ->
          tuple.elements().stream()
              .map(element -> print(element, scene))
              .collect(Collectors.joining(", ", "[", "]"));
      case Expression.ObjectConstructor object ->
          object.items().stream()
              .map(item -> "(" + print(item.key(), scene) + ") = " + print(item.value(), scene))
              .collect(Collectors.joining(", ", "{", "}"));
      case Expression.FunctionCall call -> call(call, scene);
      case Expression.Conditional choice ->
          "(%s ? %s : %s)"
              .formatted(
                  print(choice.condition(), scene),
                  print(choice.whenTrue(), scene),
                  print(choice.whenFalse(), scene));
      case Expression.Binary binary ->
          "(%s %s %s)"
              .formatted(
                  print(binary.left(), scene),
                  binary.operator().symbol(),
                  print(binary.right(), scene));
      case Expression.Unary unary ->
          "(" + unary.operator().symbol() + print(unary.operand(), scene) + ")";
      case Expression.Parenthesised inner -> "(" + print(inner.inner(), scene) + ")";
      case Expression.ForTuple loop -> tuple(loop, scene);
      case Expression.ForObject loop -> object(loop, scene);
      case Expression.ScopeTraversal reference -> reference(reference.traversal(), scene);
      case Expression.RelativeTraversal relative ->
          relative.source() instanceof Expression.SplatItem
              ? text(relative.steps())
              : "(" + print(relative.source(), scene) + ")" + text(relative.steps());
      case Expression.Index index ->
          index.collection() instanceof Expression.SplatItem
              ? "[" + print(index.key(), scene) + "]"
              : "(%s)[%s]".formatted(print(index.collection(), scene), print(index.key(), scene));
      case Expression.Splat splat -> splat(splat, scene);
    };
  }

  /** A name that a loop binds, or one that can't be followed further. */
  private String reference(Traversal traversal, EvaluationContext scene) {
    if (bound.contains(traversal.root())) {
      return traversal.toString();
    }
    if (traversal.root().equals("each") || traversal.root().equals("count")) {
      return traversal.toString();
    }
    if (Subject.of(traversal).orElse(null) instanceof Subject.OfModule called) {
      ModuleInstances instances = scene.module().children(called.name());
      if (instances != null && !follows(traversal, scene)) {
        List<TraversalStep> rest = traversal.steps().subList(1, traversal.steps().size());
        return modules(instances) + text(rest);
      }
    }
    Expression.ScopeTraversal whole = new Expression.ScopeTraversal(traversal);
    Origin origin = Origins.of(whole, scene);
    return origin instanceof Origin.Computed computed
            && computed.expression() instanceof Expression.ScopeTraversal
        ? traversal.toString()
        : origin(whole, origin, scene);
  }

  private static boolean follows(Traversal traversal, EvaluationContext scene) {
    return !(Origins.of(new Expression.ScopeTraversal(traversal), scene)
            instanceof Origin.Computed computed
        && computed.expression() instanceof Expression.ScopeTraversal);
  }

  /** Modules as values: what they are is only in their outputs. */
  private String modules(ModuleInstances instances) {
    StringBuilder text = new StringBuilder();
    for (ModuleInstance each : instances.all()) {
      ModuleInstance.Call call = each.call();
      String key =
          call != null && call.repeated().key() instanceof InstanceKey.Key(String name)
              ? Quoting.quote(name) + " = "
              : "";
      text.append(text.isEmpty() ? "" : ", ").append(key).append(outputs(each));
    }
    return switch (instances.expansion().kind()) {
      case SINGLE -> text.toString();
      case COUNTED -> "[" + text + "]";
      case KEYED -> "{" + text + "}";
    };
  }

  private String outputs(ModuleInstance module) {
    Deque<String> mine = new ArrayDeque<>(bound);
    bound.clear();
    List<String> fields = new ArrayList<>();
    for (Output output : module.module().outputs().values()) {
      Expression value = output.value();
      if (value != null) {
        fields.add(
            Quoting.quote(output.name()) + " = " + print(value, EvaluationContext.of(module)));
      }
    }
    String text = "{" + String.join(", ", fields) + "}";
    bound.addAll(mine);
    return text;
  }

  private String splat(Expression.Splat splat, EvaluationContext scene) {
    String source = print(splat.source(), scene);
    String marker = splat.kind() == SplatKind.FULL ? "[*]" : ".*";
    return "(" + source + ")" + marker + plain(splat.each(), scene);
  }

  private String tuple(Expression.ForTuple loop, EvaluationContext scene) {
    String collection = print(loop.collection(), scene);
    bind(loop.keyName(), loop.valueName());
    String text =
        "[for %s in %s : %s%s]"
            .formatted(
                names(loop.keyName(), loop.valueName()),
                collection,
                print(loop.value(), scene),
                condition(loop.condition(), scene));
    unbind(loop.keyName());
    return text;
  }

  private String object(Expression.ForObject loop, EvaluationContext scene) {
    String collection = print(loop.collection(), scene);
    bind(loop.keyName(), loop.valueName());
    String text =
        "{for %s in %s : %s => %s%s%s}"
            .formatted(
                names(loop.keyName(), loop.valueName()),
                collection,
                print(loop.key(), scene),
                print(loop.value(), scene),
                loop.grouping() ? "..." : "",
                condition(loop.condition(), scene));
    unbind(loop.keyName());
    return text;
  }

  private static String names(@Nullable String key, String value) {
    return key == null ? value : key + ", " + value;
  }

  private String condition(@Nullable Expression condition, EvaluationContext scene) {
    return condition == null ? "" : " if " + print(condition, scene);
  }

  private void bind(@Nullable String key, String value) {
    if (key != null) {
      bound.push(key);
    }
    bound.push(value);
  }

  private void unbind(@Nullable String key) {
    bound.pop();
    if (key != null) {
      bound.pop();
    }
  }

  /** Workers have no files: a template whose values come late takes its text along. */
  private String call(Expression.FunctionCall call, EvaluationContext scene) {
    String name = call.name().startsWith("core::") ? call.name().substring(6) : call.name();
    if (name.equals("templatefile") && call.arguments().size() == 2 && !call.expandFinal()) {
      Value path = scene.quietly(call.arguments().getFirst());
      String text = path.isWhollyKnown() && !path.isNull() ? fileText(path, scene) : null;
      if (text != null) {
        return "templatestring(%s, %s)"
            .formatted(Quoting.quote(text), print(call.arguments().get(1), scene));
      }
    }
    String arguments =
        call.arguments().stream()
            .map(argument -> print(argument, scene))
            .collect(Collectors.joining(", "));
    return call.name() + "(" + arguments + (call.expandFinal() ? "..." : "") + ")";
  }

  private static @Nullable String fileText(Value path, EvaluationContext scene) {
    if (!path.type().equals(Types.STRING)) {
      return null;
    }
    try {
      FileAccess files = scene.module().environment().context().files();
      return new String(files.read(path.unmarked().asText()), StandardCharsets.UTF_8);
    } catch (FileAccess.Unreadable e) {
      return null;
    }
  }

  private String template(Expression.Template template, EvaluationContext scene) {
    if (template.isWrap()) {
      return print(SubExpressions.of(template).getFirst(), scene);
    }
    StringBuilder text = new StringBuilder("\"");
    parts(template.parts(), scene, text);
    return text.append('"').toString();
  }

  private void parts(List<TemplatePart> parts, EvaluationContext scene, StringBuilder text) {
    for (TemplatePart part : parts) {
      switch (part) {
        case TemplatePart.Text(String value, SourceRange range) -> {
          String quoted = Quoting.quote(value);
          text.append(quoted, 1, quoted.length() - 1);
        }
        case TemplatePart.Interpolation i ->
            text.append("${").append(print(i.expression(), scene)).append('}');
        case TemplatePart.If i -> {
          text.append("%{ if ").append(print(i.condition(), scene)).append(" }");
          parts(i.whenTrue(), scene, text);
          if (!i.whenFalse().isEmpty()) {
            text.append("%{ else }");
            parts(i.whenFalse(), scene, text);
          }
          text.append("%{ endif }");
        }
        case TemplatePart.For f -> {
          text.append("%{ for ").append(names(f.keyName(), f.valueName())).append(" in ");
          text.append(print(f.collection(), scene)).append(" }");
          bind(f.keyName(), f.valueName());
          parts(f.body(), scene, text);
          unbind(f.keyName());
          text.append("%{ endfor }");
        }
      }
    }
  }
}
