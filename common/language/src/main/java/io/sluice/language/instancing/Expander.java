package io.sluice.language.instancing;

import io.sluice.language.config.Repetition;
import io.sluice.language.expression.Evaluator;
import io.sluice.language.instancing.Expansion.Kind;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Expression;
import io.sluice.language.value.Mark;
import io.sluice.language.value.Marks;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.language.value.number.BigFloat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Evaluates {@code count} and {@code for_each}, and reports unsuitable values in Terraform's words.
 */
public final class Expander {
  private static final String COUNT = "Invalid count argument";
  private static final String EACH = "Invalid for_each argument";
  private static final String EACH_SET = "Invalid for_each set argument";

  /** What happens when the value is not known. */
  public enum IfUnknown {
    /** The run expands it. */
    WAIT,
    /** The fault is reported. */
    REFUSE
  }

  private final Evaluator evaluator;
  private final IfUnknown ifUnknown;
  private final int most;
  private final Diagnostics diagnostics;

  /**
   * @param most the largest number of instances of one block
   */
  public Expander(Evaluator evaluator, IfUnknown ifUnknown, int most, Diagnostics diagnostics) {
    this.evaluator = evaluator;
    this.ifUnknown = ifUnknown;
    this.most = most;
    this.diagnostics = diagnostics;
  }

  public Expansion expand(Repetition repetition) {
    return switch (repetition) {
      case Repetition.Single single -> Expansion.SINGLE;
      case Repetition.Count count -> counted(count.expression());
      case Repetition.ForEach each -> keyed(each.expression());
    };
  }

  /** Reports a value that is not known, and that nothing in the run could make known. */
  public static void refuseEndless(Repetition repetition, Diagnostics diagnostics) {
    switch (repetition) {
      case Repetition.Single single -> throw new IllegalStateException("it has one instance");
      case Repetition.Count(Expression by) -> refuseEndless(COUNT, "count", by, diagnostics);
      case Repetition.ForEach(Expression by) -> refuseEndless(EACH, "for_each", by, diagnostics);
    }
  }

  private static void refuseEndless(
      String summary, String argument, Expression by, Diagnostics diagnostics) {
    diagnostics.error(
        summary,
        ("The \"%s\" value cannot be determined until apply, and it depends on no resource that the"
                + " run could wait for. Store the value in an attribute of a resource, and refer to"
                + " that attribute.")
            .formatted(argument),
        by.range());
  }

  private Expansion failed(Kind kind, String summary, String detail, Expression expression) {
    diagnostics.error(summary, detail, expression.range());
    return failed(kind);
  }

  private static Expansion failed(Kind kind) {
    return new Expansion.Failed(
        kind, kind == Kind.COUNTED ? Repeated.anyCounted() : Repeated.anyKeyed());
  }

  private Expansion unknown(Kind kind, String summary, String what, Expression expression) {
    if (ifUnknown == IfUnknown.WAIT) {
      return new Expansion.Waiting(
          kind, kind == Kind.COUNTED ? Repeated.anyCounted() : Repeated.anyKeyed());
    }
    return failed(
        kind,
        summary,
        ("The %s depends on resource attributes that cannot be determined until apply, so it can't"
             + " be predicted how many instances there will be. Resources and modules can wait for"
             + " such values; imports cannot.")
            .formatted(what),
        expression);
  }

  private Expansion counted(Expression expression) {
    Diagnostics own = new Diagnostics();
    Value marked = evaluator.evaluate(expression, own);
    diagnostics.addAll(own);
    if (own.hasErrors()) {
      return failed(Kind.COUNTED);
    }
    if (Marks.deep(marked).contains(Mark.EPHEMERAL)) {
      return failed(
          Kind.COUNTED,
          COUNT,
          "The given \"count\" is derived from an ephemeral value, which means that Terraform"
              + " cannot persist it between plan/apply rounds. Use only non-ephemeral values to"
              + " specify a number of resource instances.",
          expression);
    }
    Value value =
        marked.unmarked(); // how many there are gives no secret away: no key is made of it
    if (value.isNull()) {
      return failed(
          Kind.COUNTED,
          COUNT,
          "The given \"count\" argument value is null. An integer is required.",
          expression);
    }
    try {
      value = Conversion.convert(value, Types.NUMBER);
    } catch (ConversionException e) {
      return unsuitable(Kind.COUNTED, COUNT, "count", e.reason(), expression);
    }
    if (!value.isKnown()) {
      return unknown(Kind.COUNTED, COUNT, "\"count\" value", expression);
    }
    return counted(value.asNumber(), expression);
  }

  private Expansion unsuitable(
      Kind kind, String summary, String argument, String why, Expression expression) {
    return failed(
        kind,
        summary,
        "The given \"%s\" argument value is unsuitable: %s.".formatted(argument, why),
        expression);
  }

  private Expansion counted(BigFloat number, Expression expression) {
    if (!number.isInteger()) {
      return unsuitable(
          Kind.COUNTED, COUNT, "count", "value must be a whole number, not " + number, expression);
    }
    if (number.signum() < 0) {
      return unsuitable(
          Kind.COUNTED,
          COUNT,
          "count",
          "must be greater than or equal to zero, and it is " + number,
          expression);
    }
    int count = number.toInt().orElse(Integer.MAX_VALUE);
    if (count > most) {
      return unsuitable(
          Kind.COUNTED,
          COUNT,
          "count",
          "a block can have at most " + most + " instances, and this is " + number,
          expression);
    }
    List<Repeated> instances = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      instances.add(Repeated.counted(i));
    }
    return new Expansion.Known(Kind.COUNTED, instances);
  }

  private Expansion keyed(Expression expression) {
    Diagnostics own = new Diagnostics();
    Value marked = evaluator.evaluate(expression, own);
    diagnostics.addAll(own);
    if (own.hasErrors()) {
      return failed(Kind.KEYED);
    }
    if (marked.hasMark(Mark.SENSITIVE)) {
      return failed(
          Kind.KEYED,
          EACH,
          "Sensitive values, or values derived from sensitive values, cannot be used as for_each"
              + " arguments. If used, the sensitive value could be exposed as a resource instance"
              + " key.",
          expression);
    }
    if (marked.hasMark(Mark.EPHEMERAL)) {
      return failed(
          Kind.KEYED,
          EACH,
          "The given \"for_each\" value is derived from an ephemeral value, which means that"
              + " Terraform cannot persist it between plan/apply rounds. Use only non-ephemeral"
              + " values to specify a resource's instance keys.",
          expression);
    }
    Value value = marked.unmarked();
    if (value.isNull()) {
      return unsuitable(
          Kind.KEYED,
          EACH,
          "for_each",
          "the given \"for_each\" argument value is null. A map, or set of strings is allowed",
          expression);
    }
    Type type = value.type();
    boolean mapping = type instanceof Type.MapType || type instanceof Type.ObjectType;
    if (!mapping && !(type instanceof Type.SetType) && !type.isAny()) {
      return unsuitable(
          Kind.KEYED,
          EACH,
          "for_each",
          "the \"for_each\" argument must be a map, or set of strings, and you have provided a"
              + " value of type "
              + type.friendlyName(),
          expression);
    }
    if (!value.isKnown()) {
      return unknown(Kind.KEYED, EACH, "\"for_each\" value", expression);
    }
    return mapping ? keyed(value.entries(), expression) : ofSet(value, type.element(), expression);
  }

  private Expansion ofSet(Value set, Type element, Expression expression) {
    if (!set.isWhollyKnown()) {
      return unknown(Kind.KEYED, EACH, "\"for_each\" set", expression);
    }
    if (!element.equals(Types.STRING) && !(element.isAny() && set.elements().isEmpty())) {
      return unsuitable(
          Kind.KEYED,
          EACH_SET,
          "for_each",
          "\"for_each\" supports maps and sets of strings, but you have provided a set containing"
              + " type "
              + element.friendlyName(),
          expression);
    }
    Map<String, Value> entries = new java.util.LinkedHashMap<>();
    for (Value each : set.elements()) {
      if (each.isNull()) {
        return unsuitable(
            Kind.KEYED,
            EACH_SET,
            "for_each",
            "\"for_each\" sets must not contain null values",
            expression);
      }
      entries.put(each.unmarked().asText(), each);
    }
    return keyed(entries, expression);
  }

  private Expansion keyed(Map<String, Value> entries, Expression expression) {
    if (entries.size() > most) {
      return unsuitable(
          Kind.KEYED,
          EACH,
          "for_each",
          "a block can have at most " + most + " instances, and this has " + entries.size(),
          expression);
    }
    List<Repeated> instances = new ArrayList<>(entries.size());
    entries.forEach((key, value) -> instances.add(Repeated.keyed(key, value)));
    return new Expansion.Known(Kind.KEYED, instances);
  }
}
