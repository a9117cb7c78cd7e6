package io.sluice.language.expression;

import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.TemplateKind;
import io.sluice.language.syntax.TemplatePart;
import io.sluice.language.value.Extent;
import io.sluice.language.value.Mark;
import io.sluice.language.value.Refinement;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Joins the parts of templates. */
final class Templates {
  private final Evaluator evaluator;
  private final EvaluationFaults faults;
  private final SourceRange whole;
  private final StringBuilder text = new StringBuilder();
  private final EnumSet<Mark> marks = EnumSet.noneOf(Mark.class);
  private boolean known = true;
  private String beginning = "";

  private Templates(Evaluator evaluator, SourceRange whole, EvaluationFaults faults) {
    this.evaluator = evaluator;
    this.whole = whole;
    this.faults = faults;
  }

  static Value evaluate(
      Evaluator evaluator,
      Expression.Template template,
      @Nullable Frame frame,
      EvaluationFaults faults) {
    String literal = template.literalText();
    if (literal != null) {
      return Value.of(literal);
    }
    if (template.parts().size() == 1
        && template.parts().getFirst() instanceof TemplatePart.Interpolation wrapped) {
      return evaluator.evaluate(wrapped.expression(), frame, faults);
    }
    return join(evaluator, template.parts(), template.range(), frame, faults);
  }

  private static Value join(
      Evaluator evaluator,
      List<TemplatePart> parts,
      SourceRange range,
      @Nullable Frame frame,
      EvaluationFaults faults) {
    Templates join = new Templates(evaluator, range, faults);
    parts.forEach(part -> join.add(part, frame));
    evaluator.context().budget().produced(join.text.length());
    Value result =
        join.known
            ? Value.of(join.text.toString())
            : new Value.UnknownValue(
                Types.STRING, Refinement.NOT_NULL.withPrefix(KnownPrefix.of(join.beginning)));
    return result.withMarks(join.marks);
  }

  private void add(TemplatePart part, @Nullable Frame frame) {
    Extent.requireText(text.length());
    switch (part) {
      case TemplatePart.Text literal -> text.append(literal.value());
      case TemplatePart.Interpolation interpolation ->
          append(
              evaluator.evaluate(interpolation.expression(), frame, faults),
              interpolation.expression().range());
      case TemplatePart.If choice -> addIf(choice, frame);
      case TemplatePart.For loop -> addFor(loop, frame);
    }
  }

  /** What comes from here on may be anything. */
  private void unknown() {
    beginning = known ? text.toString() : beginning;
    known = false;
  }

  private void append(Value value, SourceRange range) {
    if (value.isNull()) {
      faults.add(
          "Invalid template interpolation value",
          "The expression result is null. Cannot include a null value in a string template.",
          range,
          whole);
      return;
    }
    marks.addAll(value.marks());
    if (!value.isKnown()) {
      unknown();
      return;
    }
    try {
      text.append(Conversion.convert(value.unmarked(), Types.STRING).asText());
    } catch (ConversionException e) {
      faults.add(
          "Invalid template interpolation value",
          "Cannot include the given value in a string template: " + e.reason() + ".",
          range,
          whole);
    }
  }

  /** A directive is a conditional between two texts, whose types cannot differ. */
  private void addIf(TemplatePart.If choice, @Nullable Frame frame) {
    Expression.Conditional conditional =
        new Expression.Conditional(
            choice.condition(),
            template(choice.whenTrue(), choice.range()),
            template(choice.whenFalse(), choice.range()),
            choice.range());
    append(Conditionals.evaluate(evaluator, conditional, frame, faults), choice.range());
  }

  /** As text in any case: inside of a directive one interpolation alone is text too. */
  private static Expression template(List<TemplatePart> parts, SourceRange range) {
    List<TemplatePart> always = new ArrayList<>(parts);
    always.add(new TemplatePart.Text("", range));
    return new Expression.Template(always, TemplateKind.BARE, range);
  }

  private void addFor(TemplatePart.For loop, @Nullable Frame frame) {
    Expression.ForTuple tuple =
        new Expression.ForTuple(
            loop.keyName(),
            loop.valueName(),
            loop.collection(),
            template(loop.body(), loop.range()),
            null,
            loop.range(),
            loop.range());
    Value parts = Loops.tuple(evaluator, tuple, frame, faults);
    marks.addAll(parts.marks());
    if (!parts.isKnown() || !(parts.type() instanceof Type.TupleType)) {
      unknown();
      return;
    }
    for (Value each : parts.unmarked().elements()) {
      appendIteration(each, loop);
    }
  }

  private void appendIteration(Value value, TemplatePart.For loop) {
    Extent.requireText(text.length());
    if (value.isNull()) {
      faults.add(
          "Invalid template interpolation value",
          "An iteration result is null. Cannot include a null value in a string template.",
          loop.range(),
          null);
      return;
    }
    marks.addAll(value.marks());
    if (!value.isKnown()) {
      unknown();
      return;
    }
    try {
      text.append(Conversion.convert(value.unmarked(), Types.STRING).asText());
    } catch (ConversionException e) {
      faults.add(
          "Invalid template interpolation value",
          "Cannot include one of the interpolation results into the string template: "
              + e.reason()
              + ".",
          loop.range(),
          null);
    }
  }
}
