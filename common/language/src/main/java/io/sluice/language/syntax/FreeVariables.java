package io.sluice.language.syntax;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the traversals whose root is not a name bound by a {@code for} around them. */
final class FreeVariables {
  private final List<Traversal> found = new ArrayList<>();
  private final Deque<String> bound = new ArrayDeque<>();

  private FreeVariables() {}

  static List<Traversal> of(Expression expression) {
    FreeVariables search = new FreeVariables();
    search.visit(expression);
    return List.copyOf(search.found);
  }

  static List<Traversal> of(List<TemplatePart> parts) {
    FreeVariables search = new FreeVariables();
    search.visitParts(parts);
    return List.copyOf(search.found);
  }

  private void visit(Expression expression) {
    switch (expression) {
      case Expression.NumberLiteral n -> {}
      case Expression.BoolLiteral b -> {}
      case Expression.NullLiteral n -> {}
      case Expression.StringLiteral s -> {}
      case Expression.SplatItem i -> {}
      case Expression.Missing m -> {}
      case Expression.Template t -> visitParts(t.parts());
      case Expression.TupleConstructor t -> t.elements().forEach(this::visit);
      case Expression.ObjectConstructor o -> o.items().forEach(this::visitItem);
      case Expression.FunctionCall f -> f.arguments().forEach(this::visit);
      case Expression.Conditional c -> {
        visit(c.condition());
        visit(c.whenTrue());
        visit(c.whenFalse());
      }
      case Expression.Binary b -> {
        visit(b.left());
        visit(b.right());
      }
      case Expression.Unary u -> visit(u.operand());
      case Expression.Parenthesised p -> visit(p.inner());
      case Expression.ForTuple f -> {
        visit(f.collection());
        bind(f.keyName(), f.valueName());
        visit(f.value());
        visitIfThere(f.condition());
        unbind(f.keyName());
      }
      case Expression.ForObject f -> {
        visit(f.collection());
        bind(f.keyName(), f.valueName());
        visit(f.key());
        visit(f.value());
        visitIfThere(f.condition());
        unbind(f.keyName());
      }
      case Expression.ScopeTraversal s -> {
        if (!bound.contains(s.traversal().root())) {
          found.add(s.traversal());
        }
      }
      case Expression.RelativeTraversal r -> visit(r.source());
      case Expression.Index i -> {
        visit(i.collection());
        visit(i.key());
      }
      case Expression.Splat s -> {
        visit(s.source());
        visit(s.each());
      }
    }
  }

  private void visitItem(Expression.ObjectConstructor.Item item) {
    visit(item.key());
    visit(item.value());
  }

  private void visitIfThere(@Nullable Expression expression) {
    if (expression != null) {
      visit(expression);
    }
  }

  private void visitParts(List<TemplatePart> parts) {
    for (TemplatePart part : parts) {
      switch (part) {
        case TemplatePart.Text t -> {}
        case TemplatePart.Interpolation i -> visit(i.expression());
        case TemplatePart.If i -> {
          visit(i.condition());
          visitParts(i.whenTrue());
          visitParts(i.whenFalse());
        }
        case TemplatePart.For f -> {
          visit(f.collection());
          bind(f.keyName(), f.valueName());
          visitParts(f.body());
          unbind(f.keyName());
        }
      }
    }
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
}
