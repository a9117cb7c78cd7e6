package io.sluice.language.config.load;

import io.sluice.language.config.Repetition;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Expression.BoolLiteral;
import io.sluice.language.syntax.Expression.ScopeTraversal;
import io.sluice.language.syntax.Expression.StringLiteral;
import io.sluice.language.syntax.Expression.Template;
import io.sluice.language.syntax.Expression.TupleConstructor;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.hcl.NativeParser;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads arguments whose values have to be in the text. */
public final class Reading {
  private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_-]*");
  private final Diagnostics diagnostics;

  public Reading(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  public Diagnostics diagnostics() {
    return diagnostics;
  }

  public static @Nullable Expression expression(BodyContent content, String name) {
    Attribute attribute = content.attribute(name);
    return attribute == null ? null : attribute.expression();
  }

  public boolean bool(BodyContent content, String name, boolean otherwise) {
    Attribute attribute = content.attribute(name);
    if (attribute == null) {
      return otherwise;
    }
    return switch (attribute.expression()) {
      case BoolLiteral bool -> bool.value();
      case Template t when "true".equals(t.literalText()) -> true;
      case Template t when "false".equals(t.literalText()) -> false;
      case Expression.NullLiteral n -> otherwise;
      case Expression.Missing m -> otherwise;
      default -> {
        unsuitable(attribute, "a bool is required, written as true or false");
        yield otherwise;
      }
    };
  }

  public String string(BodyContent content, String name) {
    Attribute attribute = content.attribute(name);
    if (attribute == null) {
      return "";
    }
    String text = text(attribute.expression());
    if (text == null && !(attribute.expression() instanceof Expression.Missing)) {
      unsuitable(attribute, "a string without references is required");
    }
    return text == null ? "" : text;
  }

  public static @Nullable String text(Expression expression) {
    return switch (expression) {
      case Template template -> template.literalText();
      case StringLiteral literal -> literal.value();
      default -> null;
    };
  }

  private void unsuitable(Attribute attribute, String rule) {
    boolean refers = !attribute.expression().variables().isEmpty();
    diagnostics.error(
        refers ? "Variables not allowed" : "Unsuitable value type",
        refers ? "Variables may not be used here." : "Unsuitable value: %s.".formatted(rule),
        attribute.expression().range());
  }

  /** A list of references, as {@code depends_on} is. */
  public List<Traversal> references(@Nullable Attribute attribute) {
    if (attribute == null) {
      return List.of();
    }
    if (!(attribute.expression() instanceof TupleConstructor list)) {
      if (!(attribute.expression() instanceof Expression.Missing)) {
        diagnostics.error(
            "Invalid expression",
            "A static list expression is required.",
            attribute.expression().range());
      }
      return List.of();
    }
    List<Traversal> found = new ArrayList<>();
    for (Expression element : list.elements()) {
      Traversal traversal = reference(element);
      if (traversal != null) {
        found.add(traversal);
      }
    }
    return found;
  }

  /** A reference, written bare or, as in old configurations, in quotes. */
  public @Nullable Traversal reference(@Nullable Expression expression) {
    return switch (expression) {
      case null -> null;
      case ScopeTraversal scope -> scope.traversal();
      case Expression.Missing missing -> null;
      case Template template when template.literalText() != null -> quoted(template);
      default -> {
        diagnostics.error(
            "Invalid expression",
            "A single static variable reference is required: only attribute access and indexing"
                + " with constant keys. No calculations, function calls, template expressions,"
                + " etc are allowed here.",
            expression.range());
        yield null;
      }
    };
  }

  private @Nullable Traversal quoted(Template template) {
    String text = template.literalText();
    Diagnostics own = new Diagnostics();
    Expression inner =
        NativeParser.expression(
            SourceFile.of(template.range().file(), text == null ? "" : text), own);
    if (!own.hasErrors() && inner instanceof ScopeTraversal scope) {
      Traversal found = scope.traversal();
      return new Traversal(found.root(), template.range(), found.steps(), template.range());
    }
    diagnostics.error(
        "Invalid expression", "A single static variable reference is required.", template.range());
    return null;
  }

  /** Says so when a name is no identifier. */
  public boolean checkName(String name, String summary, SourceRange range) {
    if (NAME.matcher(name).matches()) {
      return true;
    }
    diagnostics.error(
        summary,
        "A name must start with a letter or underscore and may contain only letters, digits,"
            + " underscores, and dashes.",
        range);
    return false;
  }

  /** {@code count} or {@code for_each}, not both. */
  public Repetition repetition(BodyContent content) {
    Attribute count = content.attribute("count");
    Attribute forEach = content.attribute("for_each");
    if (count != null && forEach != null) {
      diagnostics.error(
          "Invalid combination of \"count\" and \"for_each\"",
          "The \"count\" and \"for_each\" meta-arguments are mutually-exclusive, only one should be"
              + " used to be explicit about the number of resources to be created.",
          forEach.nameRange());
    }
    if (forEach != null) {
      return new Repetition.ForEach(forEach.expression());
    }
    return count == null ? new Repetition.Single() : new Repetition.Count(count.expression());
  }
}
