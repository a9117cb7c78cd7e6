package io.sluice.language.syntax;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The expressions right below an expression. */
public final class SubExpressions {
  private SubExpressions() {}

  public static List<Expression> of(Expression expression) {
    return switch (expression) {
      case Expression.NumberLiteral n -> List.of();
      case Expression.BoolLiteral b -> List.of();
      case Expression.NullLiteral n -> List.of();
      case Expression.StringLiteral s -> List.of();
      case Expression.SplatItem i -> List.of();
      case Expression.Missing m -> List.of();
      case Expression.ScopeTraversal s -> List.of();
      case Expression.Template t -> {
        List<Expression> found = new ArrayList<>();
        parts(t.parts(), found);
        yield found;
      }
      case Expression.TupleConstructor t -> t.elements();
      case Expression.ObjectConstructor o -> {
        List<Expression> found = new ArrayList<>();
        o.items().forEach(item -> found.add(item.key()));
        o.items().forEach(item -> found.add(item.value()));
        yield found;
      }
      case Expression.FunctionCall f -> f.arguments();
      case Expression.Conditional c -> List.of(c.condition(), c.whenTrue(), c.whenFalse());
      case Expression.Binary b -> List.of(b.left(), b.right());
      case Expression.Unary u -> List.of(u.operand());
      case Expression.Parenthesised p -> List.of(p.inner());
      case Expression.ForTuple f -> list(f.condition(), f.collection(), f.value());
      case Expression.ForObject f -> list(f.condition(), f.collection(), f.key(), f.value());
      case Expression.RelativeTraversal r -> List.of(r.source());
      case Expression.Index i -> List.of(i.collection(), i.key());
      case Expression.Splat s -> List.of(s.source(), s.each());
    };
  }

  private static List<Expression> list(@Nullable Expression optional, Expression... others) {
    List<Expression> all = new ArrayList<>(List.of(others));
    if (optional != null) {
      all.add(optional);
    }
    return all;
  }

  private static void parts(List<TemplatePart> parts, List<Expression> found) {
    for (TemplatePart part : parts) {
      switch (part) {
        case TemplatePart.Text t -> {}
        case TemplatePart.Interpolation i -> found.add(i.expression());
        case TemplatePart.If i -> {
          found.add(i.condition());
          parts(i.whenTrue(), found);
          parts(i.whenFalse(), found);
        }
        case TemplatePart.For f -> {
          found.add(f.collection());
          parts(f.body(), found);
        }
      }
    }
  }
}
