package io.sluice.sdk.expression;

import io.sluice.language.syntax.Quoting;
import io.sluice.model.Lineage;
import io.sluice.model.Lineage.Segment;
import io.sluice.sdk.expression.Expression.Entry;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes an expression as HCL. White space is left to the formatter. */
public final class ExpressionText {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");

  /** Names that mean something else when they come first in an object. */
  private static final Set<String> RESERVED = Set.of("for", "true", "false", "null");

  private static final int OF_CHOICE = 0;
  private static final int OF_UNARY = 7;
  private static final int OF_TERM = 8;

  private final boolean severalLines;
  private final IdentityHashMap<Binding, String> names = new IdentityHashMap<>();

  /**
   * @param severalLines whether an object has a line for each entry; not inside of a template
   */
  public ExpressionText(boolean severalLines) {
    this.severalLines = severalLines;
  }

  public String of(Expression expression) {
    return within(expression, OF_CHOICE);
  }

  /** The text inside of the quotes of a template as JSON has it, whose own escapes are left out. */
  public static String inJson(Expression.Template template) {
    StringBuilder text = new StringBuilder();
    for (Expression part : template.parts()) {
      if (part instanceof Expression.Text(String value)) {
        text.append(escaped(value));
      } else {
        text.append("${").append(part.text()).append('}');
      }
    }
    return text.toString();
  }

  /** Text that a template has as it is: what would begin a sequence is written twice. */
  public static String escaped(String text) {
    return text.replace("${", "$${").replace("%{", "%%{");
  }

  /** In parentheses where it binds less tightly than its place asks for. */
  private String within(Expression expression, int rank) {
    String text = plain(expression);
    return rank(expression) < rank ? "(" + text + ")" : text;
  }

  private static int rank(Expression expression) {
    return switch (expression) {
      case Expression.Choice choice -> OF_CHOICE;
      case Expression.Binary binary -> binary.operator().rank();
      case Expression.Not not -> OF_UNARY;
      case Expression.Negative negative -> OF_UNARY;
      case Expression.Numeric number -> number.value().signum() < 0 ? OF_UNARY : OF_TERM;
      case Expression.Written written -> OF_CHOICE;
      case Expression.Template template when isAlone(template) -> rank(template.parts().getFirst());
      default -> OF_TERM;
    };
  }

  private String plain(Expression expression) {
    return switch (expression) {
      case Expression.Nothing nothing -> "null";
      case Expression.Text(String value) -> Quoting.quote(value);
      case Expression.Numeric number -> number.value().toPlainString();
      case Expression.Bool bool -> Boolean.toString(bool.value());
      case Expression.Word(String text) -> text;
      case Expression.Reference(Lineage lineage) -> lineage.text();
      case Expression.Bound(Binding binding) -> names.getOrDefault(binding, binding.wish());
      case Expression.EachElement each ->
          throw new IllegalStateException("an element of a splat is used outside of it");
      case Expression.Step(Expression source, Segment segment) ->
          within(source, OF_TERM) + segment.text();
      case Expression.Element(Expression source, Expression key) ->
          within(source, OF_TERM) + "[" + of(key) + "]";
      case Expression.Splat(Expression source, List<Segment> each) ->
          within(source, OF_TERM)
              + "[*]"
              + each.stream().map(Segment::text).collect(Collectors.joining());
      case Expression.Template template -> template(template);
      case Expression.Sequence(List<Expression> elements) -> sequence(elements);
      case Expression.Mapping(List<Entry> entries) -> mapping(entries);
      case Expression.Call call ->
          call.arguments().stream()
              .map(this::of)
              .collect(
                  Collectors.joining(
                      ", ", call.function() + "(", call.spreadsLast() ? "...)" : ")"));
      case Expression.Choice choice ->
          within(choice.condition(), OF_CHOICE + 1)
              + " ? "
              + within(choice.whenTrue(), OF_CHOICE + 1)
              + " : "
              + of(choice.whenFalse());
      case Expression.Binary binary -> {
        int rank = binary.operator().rank();
        yield within(binary.left(), rank)
            + " "
            + binary.operator().symbol()
            + " "
            + within(binary.right(), rank + 1);
      }
      case Expression.Not(Expression operand) -> "!" + within(operand, OF_UNARY);
      case Expression.Negative(Expression operand) -> "-" + within(operand, OF_TERM);
      case Expression.Loop loop -> loop(loop);
      case Expression.Written(String hcl) -> hcl;
    };
  }

  private static boolean isAlone(Expression.Template template) {
    return template.parts().size() == 1
        && !(template.parts().getFirst() instanceof Expression.Text);
  }

  private String template(Expression.Template template) {
    if (isAlone(template)) {
      return plain(template.parts().getFirst());
    }
    ExpressionText inside = new ExpressionText(false);
    inside.names.putAll(names);
    StringBuilder text = new StringBuilder("\"");
    for (Expression part : template.parts()) {
      if (part instanceof Expression.Text(String value)) {
        String quoted = Quoting.quote(value);
        text.append(quoted, 1, quoted.length() - 1);
      } else {
        text.append("${").append(inside.of(part)).append('}');
      }
    }
    return text.append('"').toString();
  }

  private String sequence(List<Expression> elements) {
    boolean tall = severalLines && elements.stream().anyMatch(ExpressionText::isTall);
    String between = tall ? ",\n" : ", ";
    return elements.stream()
        .map(this::of)
        .collect(Collectors.joining(between, tall ? "[\n" : "[", tall ? ",\n]" : "]"));
  }

  private static boolean isTall(Expression expression) {
    return switch (expression) {
      case Expression.Mapping(List<Entry> entries) -> !entries.isEmpty();
      case Expression.Sequence(List<Expression> inner) ->
          inner.stream().anyMatch(ExpressionText::isTall);
      default -> false;
    };
  }

  private String mapping(List<Entry> entries) {
    if (entries.isEmpty()) {
      return "{}";
    }
    return entries.stream()
        .map(entry -> key(entry.key()) + " = " + of(entry.value()))
        .collect(
            Collectors.joining(
                severalLines ? "\n" : ", ",
                severalLines ? "{\n" : "{ ",
                severalLines ? "\n}" : " }"));
  }

  private String key(Expression key) {
    if (key instanceof Expression.Text(String name)) {
      return NAME.matcher(name).matches() && !RESERVED.contains(name) ? name : Quoting.quote(name);
    }
    return key instanceof Expression.Word(String name) ? name : "(" + of(key) + ")";
  }

  private String loop(Expression.Loop loop) {
    String source = of(loop.source());
    String key = loop.key() == null ? "" : bound(loop.key()) + ", ";
    String head = "for " + key + bound(loop.item()) + " in " + source + " : ";
    String condition = condition(loop.condition());
    Expression newKey = loop.newKey();
    String text =
        newKey == null
            ? "[" + head + of(loop.body()) + condition + "]"
            : "{ "
                + head
                + of(newKey)
                + " => "
                + of(loop.body())
                + (loop.grouped() ? "..." : "")
                + condition
                + " }";
    names.remove(loop.item());
    if (loop.key() != null) {
      names.remove(loop.key());
    }
    return text;
  }

  private String condition(@Nullable Expression condition) {
    return condition == null ? "" : " if " + of(condition);
  }

  /** The name it wishes for, with a number where an outer loop has that. */
  private String bound(Binding binding) {
    Set<String> taken = new HashSet<>(names.values());
    String name = binding.wish();
    for (int i = 2; taken.contains(name); i++) {
      name = binding.wish() + i;
    }
    names.put(binding, name);
    return name;
  }
}
