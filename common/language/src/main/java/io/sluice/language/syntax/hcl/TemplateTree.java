package io.sluice.language.syntax.hcl;

import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.TemplatePart;
import io.sluice.language.syntax.hcl.TemplatePiece.Keyword;
import io.sluice.language.syntax.lex.Cursor;
import io.sluice.language.syntax.lex.SyntaxFault;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds the tree of a template's directives out of its flat pieces. */
final class TemplateTree {
  private final Cursor cursor;
  private final List<TemplatePiece> pieces;
  private final SourceRange end;
  private int at;

  TemplateTree(Cursor cursor, List<TemplatePiece> pieces, SourceRange end) {
    this.cursor = cursor;
    this.pieces = pieces;
    this.end = end;
  }

  List<TemplatePart> build() {
    List<TemplatePart> parts = new ArrayList<>(pieces.size());
    while (at < pieces.size()) {
      TemplatePiece piece = pieces.get(at);
      if (piece instanceof TemplatePiece.Marker marker) {
        throw unexpected(marker, "The control directives within this template are unbalanced.");
      }
      parts.add(part(piece));
    }
    return parts;
  }

  private TemplatePart part(TemplatePiece piece) {
    at++;
    return switch (piece) {
      case TemplatePiece.Text text -> new TemplatePart.Text(text.value(), text.range());
      case TemplatePiece.Interpolation value ->
          new TemplatePart.Interpolation(value.expression(), value.range());
      case TemplatePiece.If open -> conditional(open);
      case TemplatePiece.For open -> loop(open);
      case TemplatePiece.Marker marker ->
          throw new IllegalStateException("a marker is no part: " + marker);
    };
  }

  private TemplatePart conditional(TemplatePiece.If open) {
    cursor.enter();
    List<TemplatePart> whenTrue = new ArrayList<>();
    List<TemplatePart> whenFalse = new ArrayList<>();
    boolean inElse = false;
    while (true) {
      TemplatePiece piece = next();
      if (piece == null) {
        throw missing("if", "endif", open.range());
      }
      if (!(piece instanceof TemplatePiece.Marker marker)) {
        (inElse ? whenFalse : whenTrue).add(part(piece));
        continue;
      }
      at++;
      switch (marker.keyword()) {
        case ENDIF -> {
          cursor.leave();
          SourceRange range = open.range().to(marker.range());
          return new TemplatePart.If(open.condition(), whenTrue, whenFalse, range);
        }
        case ELSE -> {
          if (inElse) {
            throw unexpected(
                marker, "Already in the else clause for the if started at " + open.range() + ".");
          }
          inElse = true;
        }
        case ENDFOR ->
            throw unexpected(
                marker, "Expecting an endif directive for the if started at " + open.range() + ".");
      }
    }
  }

  private TemplatePart loop(TemplatePiece.For open) {
    cursor.enter();
    List<TemplatePart> body = new ArrayList<>();
    while (true) {
      TemplatePiece piece = next();
      if (piece == null) {
        throw missing("for", "endfor", open.range());
      }
      if (!(piece instanceof TemplatePiece.Marker marker)) {
        body.add(part(piece));
        continue;
      }
      at++;
      if (marker.keyword() == Keyword.ENDFOR) {
        cursor.leave();
        return new TemplatePart.For(
            open.keyName(),
            open.valueName(),
            open.collection(),
            body,
            open.range().to(marker.range()));
      }
      throw unexpected(
          marker,
          marker.keyword() == Keyword.ELSE
              ? "An else clause is not expected for a for directive."
              : "Expecting an endfor directive corresponding to the for directive at "
                  + open.range()
                  + ".");
    }
  }

  private @Nullable TemplatePiece next() {
    return at < pieces.size() ? pieces.get(at) : null;
  }

  private SyntaxFault missing(String directive, String closing, SourceRange open) {
    return cursor.fault(
        "Unexpected end of template",
        "The %s directive at %s is missing its corresponding %s directive."
            .formatted(directive, open, closing),
        end,
        null);
  }

  private SyntaxFault unexpected(TemplatePiece.Marker marker, String detail) {
    String summary = "Unexpected %s directive".formatted(marker.keyword().word());
    return cursor.fault(summary, detail, marker.range(), null);
  }
}
