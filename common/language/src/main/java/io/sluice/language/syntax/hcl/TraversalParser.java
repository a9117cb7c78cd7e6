package io.sluice.language.syntax.hcl;

import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Expression.Index;
import io.sluice.language.syntax.Expression.NumberLiteral;
import io.sluice.language.syntax.Expression.RelativeTraversal;
import io.sluice.language.syntax.Expression.ScopeTraversal;
import io.sluice.language.syntax.Expression.Splat;
import io.sluice.language.syntax.Expression.SplatItem;
import io.sluice.language.syntax.Expression.Template;
import io.sluice.language.syntax.SplatKind;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.language.syntax.lex.Cursor;
import io.sluice.language.syntax.lex.SyntaxFault;
import io.sluice.language.syntax.lex.TokenType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What may follow a term: attributes, indexes, splats. */
final class TraversalParser {
  private final Cursor cursor;
  private final ExpressionParser expressions;
  private final TermParser terms;

  TraversalParser(Cursor cursor, ExpressionParser expressions) {
    this.cursor = cursor;
    this.expressions = expressions;
    this.terms = new TermParser(cursor, expressions);
  }

  Expression parse() {
    return follow(terms.parse());
  }

  /** An expression that grows: fixed steps are gathered until something else follows. */
  private final class Growing {
    private Expression base;
    private final List<TraversalStep> steps = new ArrayList<>(4);

    Growing(Expression base) {
      this.base = base;
    }

    void add(TraversalStep step) {
      steps.add(step);
    }

    Expression build() {
      if (!steps.isEmpty()) {
        SourceRange range = base.range().to(steps.getLast().range());
        if (base instanceof ScopeTraversal scope && scope.traversal().steps().isEmpty()) {
          Traversal root = scope.traversal();
          base = new ScopeTraversal(new Traversal(root.root(), root.rootRange(), steps, range));
        } else {
          base = new RelativeTraversal(base, steps, range);
        }
        steps.clear();
      }
      return base;
    }

    void replace(Expression wider) {
      expressions.link();
      base = wider;
    }
  }

  private Expression follow(Expression term) {
    TokenType type = cursor.peekType();
    if (type != TokenType.DOT && type != TokenType.OPEN_BRACKET) {
      return term;
    }
    Growing growing = new Growing(term);
    while (true) {
      switch (cursor.peekType()) {
        case DOT -> afterDot(growing);
        case OPEN_BRACKET -> {
          int open = cursor.take();
          if (cursor.peekType() == TokenType.STAR) {
            fullSplat(growing, open);
          } else {
            index(growing, open);
          }
        }
        default -> {
          return growing.build();
        }
      }
    }
  }

  private void afterDot(Growing growing) {
    int dot = cursor.take();
    int after = cursor.peek();
    switch (cursor.peekType()) {
      case IDENTIFIER -> {
        cursor.take();
        growing.add(new TraversalStep.Attribute(cursor.name(after), cursor.range(dot, after)));
      }
      case NUMBER -> {
        cursor.take();
        TraversalStep step = legacyIndex(dot, after, "");
        if (step != null) {
          growing.add(step);
        } else {
          SourceRange range = cursor.range(dot, after);
          Expression source = growing.build();
          Expression key = new Expression.Missing(cursor.range(after));
          growing.replace(new Index(source, key, range, range, source.range().to(range)));
        }
      }
      case STAR -> attributeSplat(growing, dot);
      default ->
          throw cursor.faultAt(
              after, "Invalid attribute name", "An attribute name is required after a dot.", null);
    }
  }

  /** {@code .0}; {@code .0.1} would be read as a fraction; the fault suggests two indexes. */
  private @Nullable TraversalStep legacyIndex(int dot, int number, String advice) {
    String text = cursor.tokens().string(number);
    int point = text.indexOf('.');
    if (point >= 0) {
      cursor
          .diagnostics()
          .error(
              "Invalid legacy index syntax",
              ("When using the legacy index syntax, chaining two indexes together is not"
                      + " permitted. Use the proper index syntax%s instead, like [%s][%s].")
                  .formatted(advice, text.substring(0, point), text.substring(point + 1)),
              cursor.range(number));
      return null;
    }
    Expression value = terms.number(number);
    return value instanceof NumberLiteral literal
        ? new TraversalStep.NumberIndex(literal.value(), true, cursor.range(dot, number))
        : null;
  }

  private void attributeSplat(Growing growing, int dot) {
    int star = cursor.take();
    int first = cursor.peek();
    List<TraversalStep> steps = new ArrayList<>();
    while (cursor.peekType() == TokenType.DOT) {
      int stepDot = cursor.take();
      int after = cursor.peek();
      switch (cursor.peekType()) {
        case IDENTIFIER -> {
          cursor.take();
          steps.add(new TraversalStep.Attribute(cursor.name(after), cursor.range(stepDot, after)));
        }
        case NUMBER -> {
          cursor.take();
          TraversalStep step = legacyIndex(stepDot, after, " with a full splat expression [*]");
          if (step == null) {
            throw new SyntaxFault();
          }
          steps.add(step);
        }
        case STAR ->
            throw cursor.faultAt(
                after,
                "Nested splat expression not allowed",
                "A splat expression (*) cannot be used inside another attribute-only splat"
                    + " expression.",
                null);
        default ->
            throw cursor.faultAt(
                after,
                "Invalid attribute name",
                "An attribute name is required after a dot.",
                null);
      }
    }
    SourceRange marker = cursor.range(dot, star);
    Expression each = new SplatItem(marker);
    SourceRange end = marker;
    if (!steps.isEmpty()) {
      end = steps.getLast().range();
      each = new RelativeTraversal(each, steps, cursor.range(first).to(end));
    }
    Expression source = growing.build();
    growing.replace(new Splat(source, SplatKind.ATTRIBUTE, each, marker, source.range().to(end)));
  }

  private void fullSplat(Growing growing, int open) {
    cursor.take();
    int close = cursor.take();
    if (cursor.tokens().type(close) != TokenType.CLOSE_BRACKET) {
      throw cursor.faultAt(
          close,
          "Missing close bracket on splat index",
          "The star for a full splat operator must be immediately followed by a closing bracket"
              + " (\"]\").",
          null);
    }
    SourceRange marker = cursor.range(open, close);
    cursor.enter();
    Expression each = follow(new SplatItem(marker));
    cursor.leave();
    Expression source = growing.build();
    growing.replace(
        new Splat(source, SplatKind.FULL, each, marker, source.range().to(each.range())));
  }

  private void index(Growing growing, int open) {
    boolean before = cursor.newlines(false);
    Expression key = expressions.expression();
    int close = cursor.take();
    cursor.newlines(before);
    if (cursor.tokens().type(close) != TokenType.CLOSE_BRACKET) {
      throw cursor.faultAt(
          close,
          "Missing close bracket on index",
          "The index operator must end with a closing bracket (\"]\").",
          null);
    }
    SourceRange brackets = cursor.range(open, close);
    TraversalStep step = fixedStep(key, brackets);
    if (step != null) {
      growing.add(step);
      return;
    }
    Expression source = growing.build();
    growing.replace(
        new Index(source, key, cursor.range(open), brackets, source.range().to(brackets)));
  }

  private static @Nullable TraversalStep fixedStep(Expression key, SourceRange brackets) {
    if (key instanceof NumberLiteral number) {
      return new TraversalStep.NumberIndex(number.value(), false, brackets);
    }
    String text = key instanceof Template template ? template.literalText() : null;
    return text == null ? null : new TraversalStep.StringIndex(text, brackets);
  }
}
