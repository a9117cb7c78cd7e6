package io.sluice.language.instancing.deferred;

import io.sluice.language.config.Declarations.Output;
import io.sluice.language.config.Subject;
import io.sluice.language.function.Budget;
import io.sluice.language.function.FileAccess;
import io.sluice.language.function.ProviderFunctions;
import io.sluice.language.instancing.EvaluationContext;
import io.sluice.language.instancing.InstanceKey;
import io.sluice.language.instancing.LateOutput;
import io.sluice.language.instancing.ModuleInstance;
import io.sluice.language.instancing.ModuleInstances;
import io.sluice.language.instancing.ResourceInstances;
import io.sluice.language.instancing.ResourceInstances.Opening;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Quoting;
import io.sluice.language.syntax.SplatKind;
import io.sluice.language.syntax.SubExpressions;
import io.sluice.language.syntax.TemplatePart;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.language.tfvars.TfvarsFunctions;
import io.sluice.language.value.Extent;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.model.Address;
import io.sluice.model.plan.PluginWork;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Prints an expression for the worker: what is known is in it as a value, variables, locals and
 * outputs are what they were made of, and resources are called by their addresses.
 */
final class ExpressionText {
  private final InstanceText instances = new InstanceText();
  private final BoundNames bound = new BoundNames();
  private final SortedMap<String, PluginWork> providers = new TreeMap<>();
  private boolean secrets;

  /** The references of what was printed, by their text. */
  SortedMap<String, Address> references() {
    return instances.references();
  }

  /** The providers whose functions are called, by what the text calls them. */
  SortedMap<String, PluginWork> providers() {
    return providers;
  }

  /** The ephemeral resources that are to be opened for it, by what the text calls them. */
  SortedMap<String, Opening> openings() {
    return instances.openings();
  }

  /** Whether a value that must not be shown is in the text. */
  boolean holdsSecrets() {
    return secrets;
  }

  String print(Expression expression, EvaluationContext context) {
    Budget budget = context.module().environment().context().budget();
    String text = printed(expression, context);
    budget.produced(text.length());
    Extent.requireText(text.length());
    return text;
  }

  private String printed(Expression expression, EvaluationContext context) {
    if (!bound.reach(expression)) {
      Value value = context.quietly(expression);
      if (value.isWhollyKnown()) {
        return known(value);
      }
      return origin(expression, Origins.of(expression, context), context);
    }
    return plain(expression, context);
  }

  private String known(Value value) {
    secrets |= DeferredExpressions.isSecret(value);
    return ValueText.of(value);
  }

  private String origin(Expression expression, Origin origin, EvaluationContext context) {
    return switch (origin) {
      case Origin.Instance(ResourceInstances.One one, List<TraversalStep> steps) ->
          instances.one(one, steps);
      case Origin.Block(ResourceInstances all, List<TraversalStep> steps) ->
          instances.block(all) + InstanceText.text(steps);
      case Origin.Computed computed
          when computed.expression().equals(expression) && computed.steps().isEmpty() ->
          converted(computed.conversion(), plain(expression, context));
      case Origin.Computed computed -> {
        // names that are bound here mean nothing where the value comes from
        BoundNames.Aside mine = bound.aside();
        String text =
            computed.expression() instanceof Expression.ScopeTraversal
                ? plain(computed.expression(), computed.context())
                : print(computed.expression(), computed.context());
        mine.restore();
        yield "("
            + converted(computed.conversion(), text)
            + ")"
            + InstanceText.text(computed.steps());
      }
    };
  }

  private static String converted(@Nullable String conversion, String text) {
    return conversion == null ? text : conversion + "(" + text + ")";
  }

  private String plain(Expression expression, EvaluationContext context) {
    return switch (expression) {
      case Expression.NumberLiteral number -> number.value().toPlainString();
      case Expression.BoolLiteral bool -> Boolean.toString(bool.value());
      case Expression.NullLiteral nothing -> "null";
      case Expression.StringLiteral string -> Quoting.quote(string.value());
      case Expression.SplatItem item -> "";
      case Expression.Missing missing -> "null";
      case Expression.Template template -> template(template, context);
      case Expression.TupleConstructor tuple ->
          tuple.elements().stream()
              .map(element -> print(element, context))
              .collect(Collectors.joining(", ", "[", "]"));
      case Expression.ObjectConstructor object ->
          object.items().stream()
              .map(item -> "(" + print(item.key(), context) + ") = " + print(item.value(), context))
              .collect(Collectors.joining(", ", "{", "}"));
      case Expression.FunctionCall call -> call(call, context);
      case Expression.Conditional choice ->
          "(%s ? %s : %s)"
              .formatted(
                  print(choice.condition(), context),
                  print(choice.whenTrue(), context),
                  print(choice.whenFalse(), context));
      case Expression.Binary binary ->
          "(%s %s %s)"
              .formatted(
                  print(binary.left(), context),
                  binary.operator().symbol(),
                  print(binary.right(), context));
      case Expression.Unary unary ->
          "(" + unary.operator().symbol() + print(unary.operand(), context) + ")";
      case Expression.Parenthesised inner -> "(" + print(inner.inner(), context) + ")";
      case Expression.ForTuple loop -> tuple(loop, context);
      case Expression.ForObject loop -> object(loop, context);
      case Expression.ScopeTraversal reference -> reference(reference.traversal(), context);
      case Expression.RelativeTraversal relative ->
          relative.source() instanceof Expression.SplatItem
              ? InstanceText.text(relative.steps())
              : "(" + print(relative.source(), context) + ")" + InstanceText.text(relative.steps());
      case Expression.Index index ->
          index.collection() instanceof Expression.SplatItem
              ? "[" + print(index.key(), context) + "]"
              : "(%s)[%s]"
                  .formatted(print(index.collection(), context), print(index.key(), context));
      case Expression.Splat splat -> splat(splat, context);
    };
  }

  /** A name that a loop binds, or one that can't be followed further. */
  private String reference(Traversal traversal, EvaluationContext context) {
    if (bound.contains(traversal.root())) {
      return traversal.toString();
    }
    if (traversal.root().equals("each") || traversal.root().equals("count")) {
      return traversal.toString();
    }
    if (Subject.of(traversal).orElse(null) instanceof Subject.OfModule called) {
      LateOutput late = LateOutput.of(context.module(), called, traversal);
      if (late != null) {
        return instances.output(late);
      }
      ModuleInstances children = context.module().children(called.reference());
      if (children != null && !follows(traversal, context)) {
        List<TraversalStep> rest = traversal.steps().subList(1, traversal.steps().size());
        return modules(children) + InstanceText.text(rest);
      }
    }
    Expression.ScopeTraversal whole = new Expression.ScopeTraversal(traversal);
    Origin origin = Origins.of(whole, context);
    return origin instanceof Origin.Computed computed
            && computed.expression() instanceof Expression.ScopeTraversal
        ? traversal.toString()
        : origin(whole, origin, context);
  }

  private static boolean follows(Traversal traversal, EvaluationContext context) {
    return !(Origins.of(new Expression.ScopeTraversal(traversal), context)
            instanceof Origin.Computed computed
        && computed.expression() instanceof Expression.ScopeTraversal);
  }

  /** Modules as values: what they are is only in their outputs. */
  private String modules(ModuleInstances modules) {
    StringBuilder text = new StringBuilder();
    for (ModuleInstance each : modules.all()) {
      ModuleInstance.Call call = each.call();
      String key =
          call != null && call.repeated().key() instanceof InstanceKey.Key(String name)
              ? Quoting.quote(name) + " = "
              : "";
      text.append(text.isEmpty() ? "" : ", ").append(key).append(outputs(each));
    }
    return switch (modules.expansion().kind()) {
      case SINGLE -> text.toString();
      case COUNTED -> "[" + text + "]";
      case KEYED -> "{" + text + "}";
    };
  }

  private String outputs(ModuleInstance module) {
    BoundNames.Aside mine = bound.aside();
    List<String> fields = new ArrayList<>();
    for (Output output : module.module().outputs().values()) {
      Expression value = output.value();
      if (value != null) {
        fields.add(
            Quoting.quote(output.name()) + " = " + print(value, EvaluationContext.of(module)));
      }
    }
    String text = "{" + String.join(", ", fields) + "}";
    mine.restore();
    return text;
  }

  private String splat(Expression.Splat splat, EvaluationContext context) {
    String source = print(splat.source(), context);
    String marker = splat.kind() == SplatKind.FULL ? "[*]" : ".*";
    return "(" + source + ")" + marker + plain(splat.each(), context);
  }

  private String tuple(Expression.ForTuple loop, EvaluationContext context) {
    String collection = print(loop.collection(), context);
    bound.bind(loop.keyName(), loop.valueName());
    String text =
        "[for %s in %s : %s%s]"
            .formatted(
                names(loop.keyName(), loop.valueName()),
                collection,
                print(loop.value(), context),
                condition(loop.condition(), context));
    bound.unbind(loop.keyName());
    return text;
  }

  private String object(Expression.ForObject loop, EvaluationContext context) {
    String collection = print(loop.collection(), context);
    bound.bind(loop.keyName(), loop.valueName());
    String text =
        "{for %s in %s : %s => %s%s%s}"
            .formatted(
                names(loop.keyName(), loop.valueName()),
                collection,
                print(loop.key(), context),
                print(loop.value(), context),
                loop.grouping() ? "..." : "",
                condition(loop.condition(), context));
    bound.unbind(loop.keyName());
    return text;
  }

  private static String names(@Nullable String key, String value) {
    return key == null ? value : key + ", " + value;
  }

  private String condition(@Nullable Expression condition, EvaluationContext context) {
    return condition == null ? "" : " if " + print(condition, context);
  }

  /** Workers have no files: a template whose values come late takes its text along. */
  private String call(Expression.FunctionCall call, EvaluationContext context) {
    String name = call.name().startsWith("core::") ? call.name().substring(6) : call.name();
    if (name.equals("templatefile") && call.arguments().size() == 2 && !call.expandFinal()) {
      Value path = context.quietly(call.arguments().getFirst());
      String text = path.isWhollyKnown() && !path.isNull() ? fileText(path, context) : null;
      if (text != null) {
        return "templatestring(%s, %s)"
            .formatted(Quoting.quote(text), print(call.arguments().get(1), context));
      }
    }
    String arguments =
        call.arguments().stream()
            .map(argument -> print(argument, context))
            .collect(Collectors.joining(", "));
    return called(call.name(), context) + "(" + arguments + (call.expandFinal() ? "..." : "") + ")";
  }

  /** Modules may mean different providers by the same name; in the text a name means one. */
  private String called(String name, EvaluationContext context) {
    String[] parts = name.split("::", -1);
    if (parts.length != 3) {
      return name;
    }
    ProviderFunctions.Found found =
        context.module().functions().ofProviders().find(parts[1], parts[2]);
    if (found instanceof ProviderFunctions.BuiltIn) {
      return parts[0] + "::" + TfvarsFunctions.PROVIDER + "::" + parts[2];
    }
    if (!(found instanceof ProviderFunctions.Known known)) {
      return name;
    }
    String alias = parts[1].equals(TfvarsFunctions.PROVIDER) ? parts[1] + "_" : parts[1];
    while (!known.from().equals(providers.getOrDefault(alias, known.from()))) {
      alias += "_";
    }
    providers.put(alias, known.from());
    return parts[0] + "::" + alias + "::" + parts[2];
  }

  private static @Nullable String fileText(Value path, EvaluationContext context) {
    if (!path.type().equals(Types.STRING)) {
      return null;
    }
    try {
      FileAccess files = context.module().environment().context().files();
      return new String(files.read(path.unmarked().asText()), StandardCharsets.UTF_8);
    } catch (FileAccess.Unreadable e) {
      return null;
    }
  }

  private String template(Expression.Template template, EvaluationContext context) {
    if (template.isWrap()) {
      return print(SubExpressions.of(template).getFirst(), context);
    }
    StringBuilder text = new StringBuilder("\"");
    parts(template.parts(), context, text);
    return text.append('"').toString();
  }

  private void parts(List<TemplatePart> parts, EvaluationContext context, StringBuilder text) {
    for (TemplatePart part : parts) {
      switch (part) {
        case TemplatePart.Text(String value, SourceRange range) -> {
          String quoted = Quoting.quote(value);
          text.append(quoted, 1, quoted.length() - 1);
        }
        case TemplatePart.Interpolation i ->
            text.append("${").append(print(i.expression(), context)).append('}');
        case TemplatePart.If i -> {
          text.append("%{ if ").append(print(i.condition(), context)).append(" }");
          parts(i.whenTrue(), context, text);
          if (!i.whenFalse().isEmpty()) {
            text.append("%{ else }");
            parts(i.whenFalse(), context, text);
          }
          text.append("%{ endif }");
        }
        case TemplatePart.For f -> {
          text.append("%{ for ").append(names(f.keyName(), f.valueName())).append(" in ");
          text.append(print(f.collection(), context)).append(" }");
          bound.bind(f.keyName(), f.valueName());
          parts(f.body(), context, text);
          bound.unbind(f.keyName());
          text.append("%{ endfor }");
        }
      }
    }
  }
}
