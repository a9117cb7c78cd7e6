package io.sluice.language.syntax.hcl;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Quoting;
import io.sluice.language.syntax.SplatKind;
import io.sluice.language.syntax.TemplatePart;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tree of an expression, written with explicit brackets. */
class ExpressionShapeTest {
  static Expression parse(String text) {
    Diagnostics diagnostics = new Diagnostics();
    Expression expression = NativeParser.expression(SourceFile.of("e", text), diagnostics);
    assertThat(diagnostics.list()).isEmpty();
    return expression;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '§',
      quoteCharacter = '`',
      value = {
        "1 + 2 * 3 § (1 + (2 * 3))",
        "1 - 2 - 3 § ((1 - 2) - 3)",
        "a || b && c == d < e + f * -g § (a || (b && (c == (d < (e + (f * -g))))))",
        "-a.b[0] § -a.b[0]",
        "!a == b § (!a == b)",
        "a ? b : c ? d : e § (a ? b : (c ? d : e))",
        "(a + b) * c § ([a + b] * c)",
        "a.0.b § a[0].b",
        "a[\"k\"].b[1] § a[\"k\"].b[1]",
        "a[b.c].d § index(a, b.c)rel.d",
        "a.*.b.0 § splat.*(a, item rel.b[0])",
        "a.*.b[0] § splat.*(a, item rel.b)rel[0]",
        "a[*].b[0].c § splat[*](a, item rel.b[0].c)",
        "a[*].b[*].c § splat[*](a, splat[*](item rel.b, item rel.c))",
        "f(a, b...) § f(a, b...)",
        "x::f() § x::f()",
        "[1, [2], {}] § tuple(1, tuple(2), object())",
        "{a = 1, (b) = 2, c.d = 3, \"e\" = 4, 5 = 6} § object(\"a\"=1, [b]=2, c.d=3, t(e)=4, 5=6)",
        "[for v in l : v if v] § for(null v in l: v if v)",
        "{for k, v in m : k => v...} § forobject(k v in m: k => v...)",
        "\"a${b}c\" § t(a|${b}|c)",
        "\"${a}\" § t(${a})",
        "\"\" § t()",
        "\"a ${~ b ~} c\" § t(a|${b}|c)",
        "\"%{if a}x%{else}y%{endif}\" § t(%{if a x else y})",
        "\"%{for k, v in m}${v}%{endfor}\" § t(%{for k v in m ${v}})",
        "\"$${a} %%{b} \\u00e9\" § t(${a} %{b} é)",
        "true § true",
        "null § null",
      })
  void hasTheTreeThatTheGrammarSays(String text, String shape) {
    assertThat(shape(parse(text))).isEqualTo(shape);
  }

  @Test
  void takesTheCommonIndentationOffAFlushHeredoc() {
    assertThat(shape(parse("<<-EOT\n    a\n      b ${c}\n\n   d\n   EOT\n")))
        .isEqualTo("t( a\n   b |${c}|\n\nd\n)");
  }

  @Test
  void trimsOnlyTheTextNextToATilde() {
    assertThat(shape(parse("<<EOT\n%{ for x in y ~}\n  ${x}\n%{ endfor ~}\nEOT\n")))
        .isEqualTo("t(%{for null x in y   |${x}|\n}|)");
  }

  @Test
  void findsTheVariablesThatNoLoopBinds() {
    Expression expression =
        parse("[for a in b.c : {(a) = d[a.x], e = \"${a}${f.g[0]}\"} if h(a, i.*.j)]");

    assertThat(expression.variables().stream().map(Traversal::toString))
        .containsExactly("b.c", "d", "f.g[0]", "i");
  }

  private static String shape(Expression expression) {
    return switch (expression) {
      case Expression.NumberLiteral n -> n.value().toPlainString();
      case Expression.BoolLiteral b -> Boolean.toString(b.value());
      case Expression.NullLiteral n -> "null";
      case Expression.StringLiteral s -> Quoting.quote(s.value());
      case Expression.Template t -> "t(" + shape(t.parts()) + ")";
      case Expression.TupleConstructor t ->
          t.elements().stream()
              .map(ExpressionShapeTest::shape)
              .collect(Collectors.joining(", ", "tuple(", ")"));
      case Expression.ObjectConstructor o ->
          o.items().stream()
              .map(item -> shape(item.key()) + "=" + shape(item.value()))
              .collect(Collectors.joining(", ", "object(", ")"));
      case Expression.FunctionCall f ->
          f.name()
              + f.arguments().stream()
                  .map(ExpressionShapeTest::shape)
                  .collect(Collectors.joining(", ", "(", f.expandFinal() ? "...)" : ")"));
      case Expression.Conditional c ->
          "(%s ? %s : %s)"
              .formatted(shape(c.condition()), shape(c.whenTrue()), shape(c.whenFalse()));
      case Expression.Binary b ->
          "(%s %s %s)".formatted(shape(b.left()), b.operator().symbol(), shape(b.right()));
      case Expression.Unary u -> u.operator().symbol() + shape(u.operand());
      case Expression.Parenthesised p -> {
        String inner = shape(p.inner());
        yield "[" + (inner.startsWith("(") ? inner.substring(1, inner.length() - 1) : inner) + "]";
      }
      case Expression.ForTuple f ->
          "for(%s %s in %s: %s%s)"
              .formatted(
                  f.keyName(),
                  f.valueName(),
                  shape(f.collection()),
                  shape(f.value()),
                  f.condition() == null ? "" : " if " + shape(f.condition()));
      case Expression.ForObject f ->
          "forobject(%s %s in %s: %s => %s%s)"
              .formatted(
                  f.keyName(),
                  f.valueName(),
                  shape(f.collection()),
                  shape(f.key()),
                  shape(f.value()),
                  f.grouping() ? "..." : "");
      case Expression.ScopeTraversal s -> s.traversal().toString();
      case Expression.RelativeTraversal r -> {
        String steps = r.steps().stream().map(TraversalStep::source).collect(Collectors.joining());
        yield shape(r.source()) + "rel" + steps;
      }
      case Expression.Index i -> "index(" + shape(i.collection()) + ", " + shape(i.key()) + ")";
      case Expression.Splat s ->
          "splat%s(%s, %s)"
              .formatted(
                  s.kind() == SplatKind.FULL ? "[*]" : ".*", shape(s.source()), shape(s.each()));
      case Expression.SplatItem i -> "item ";
      case Expression.Missing m -> "missing";
    };
  }

  private static String shape(java.util.List<TemplatePart> parts) {
    return parts.stream().map(ExpressionShapeTest::shape).collect(Collectors.joining("|"));
  }

  private static String shape(TemplatePart part) {
    return switch (part) {
      case TemplatePart.Text t -> t.value();
      case TemplatePart.Interpolation i -> "${" + shape(i.expression()) + "}";
      case TemplatePart.If i ->
          "%{if "
              + shape(i.condition())
              + " "
              + shape(i.whenTrue())
              + " else "
              + shape(i.whenFalse())
              + "}";
      case TemplatePart.For f ->
          "%{for "
              + f.keyName()
              + " "
              + f.valueName()
              + " in "
              + shape(f.collection())
              + " "
              + shape(f.body())
              + "}";
    };
  }
}
