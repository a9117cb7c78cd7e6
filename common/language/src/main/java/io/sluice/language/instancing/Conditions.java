package io.sluice.language.instancing;

import io.sluice.language.config.CheckRule;
import io.sluice.language.expression.Evaluator;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Expression;
import io.sluice.language.value.Mark;
import io.sluice.language.value.Marks;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;

/** Evaluates the conditions that a person wrote, and shows their message when one doesn't hold. */
public final class Conditions {
  /** The result of a condition. */
  public enum Verdict {
    HOLDS,
    FAILS,
    /** Something that it needs is not known yet. */
    LATER,
    /** It cannot be evaluated, which has been reported. */
    BROKEN
  }

  private Conditions() {}

  /**
   * @param noun what the summary begins with if the result is not a bool: "condition", "variable
   *     validation"
   */
  public static Verdict check(
      CheckRule rule, String noun, Evaluator evaluator, Diagnostics diagnostics) {
    Diagnostics own = new Diagnostics();
    Value value = evaluator.evaluate(rule.condition(), own).unmarked();
    diagnostics.addAll(own);
    if (own.hasErrors()) {
      return Verdict.BROKEN;
    }
    if (value.isNull()) {
      return invalid(
          rule,
          noun,
          "Condition expression must return either true or false, not null.",
          diagnostics);
    }
    if (!value.isKnown()) {
      return Verdict.LATER;
    }
    try {
      return Conversion.convert(value, Types.BOOL).isTrue() ? Verdict.HOLDS : Verdict.FAILS;
    } catch (ConversionException e) {
      return invalid(
          rule, noun, "Invalid " + noun + " result value: " + e.reason() + ".", diagnostics);
    }
  }

  private static Verdict invalid(
      CheckRule rule, String noun, String detail, Diagnostics diagnostics) {
    diagnostics.error("Invalid " + noun + " result", detail, rule.condition().range());
    return Verdict.BROKEN;
  }

  /** The text to show. */
  public static String message(CheckRule rule, Evaluator evaluator, Diagnostics diagnostics) {
    Expression expression = rule.errorMessage();
    Diagnostics own = new Diagnostics();
    Value value = evaluator.evaluate(expression, own);
    diagnostics.addAll(own);
    if (own.hasErrors()) {
      return "The error message could not be evaluated.";
    }
    if (Marks.deep(value).contains(Mark.SENSITIVE)) {
      diagnostics.add(
          Diagnostic.warning(
              "Error message refers to sensitive values",
              "The error expression used to explain this condition refers to sensitive values, so"
                  + " Terraform will not display the resulting message.\n\nYou can correct this by"
                  + " removing references to sensitive values, or by carefully using the"
                  + " nonsensitive() function if the expression will not reveal the sensitive"
                  + " data.",
              expression.range()));
      return "This check failed, but has an invalid error message as described in the other"
          + " accompanying messages.";
    }
    try {
      Value text = Conversion.convert(value.unmarked(), Types.STRING);
      return text.isKnown() && !text.isNull()
          ? text.asText().strip()
          : "The error message depends on values that are not known yet.";
    } catch (ConversionException e) {
      diagnostics.error(
          "Invalid error message",
          "Unsuitable value for error message: " + e.reason() + ".",
          expression.range());
      return "The error message is not text.";
    }
  }
}
