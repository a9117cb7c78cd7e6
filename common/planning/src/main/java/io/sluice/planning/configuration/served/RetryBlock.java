package io.sluice.planning.configuration.served;

import io.sluice.language.instancing.EvaluationContext;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Body;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.model.plan.PassingRefusals;
import io.sluice.model.plan.RetryPolicy;
import io.sluice.model.time.DurationText;
import io.sluice.model.time.DurationText.Good;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a {@code retry} block says.
 *
 * @param policy how often and how far apart
 * @param passing which refusals of a real provider are worth another try
 */
public record RetryBlock(RetryPolicy policy, PassingRefusals passing) {
  private static final int MOST = 100;

  public static RetryBlock of(Body body, EvaluationContext context, Diagnostics diagnostics) {
    return new Reading(context, diagnostics).of(body);
  }

  /** The reading of one block. */
  private static final class Reading {
    private final EvaluationContext context;
    private final Diagnostics diagnostics;
    private int attempts = RetryPolicy.DEFAULT.attempts();
    private Duration base = RetryPolicy.DEFAULT.base();
    private Duration max = RetryPolicy.DEFAULT.max();
    private List<String> texts = List.of();
    private boolean create;

    Reading(EvaluationContext context, Diagnostics diagnostics) {
      this.context = context;
      this.diagnostics = diagnostics;
    }

    RetryBlock of(Body body) {
      for (Attribute attribute : body.justAttributes(diagnostics).values()) {
        switch (attribute.name()) {
          case "attempts" -> attempts = number(attribute);
          case "base" -> base = duration(attribute, base);
          case "max" -> max = duration(attribute, max);
          case "on" -> texts = texts(attribute);
          case "create" -> create = isTrue(attribute);
          default ->
              diagnostics.error(
                  "Unsupported argument",
                  "An argument named \"%s\" is not expected here.".formatted(attribute.name()),
                  attribute.nameRange());
        }
      }
      return new RetryBlock(
          new RetryPolicy(attempts, base, max), new PassingRefusals(texts, create));
    }

    private void refuse(String why, Attribute attribute) {
      diagnostics.error("Invalid retry", why, attribute.expression().range());
    }

    private Value value(Attribute attribute) {
      return context.evaluate(attribute.expression(), diagnostics).unmarked();
    }

    private @Nullable String text(Attribute attribute) {
      Value value = value(attribute);
      if (!value.isKnown() || value.isNull()) {
        return null;
      }
      try {
        return Conversion.convert(value, Types.STRING).asText();
      } catch (ConversionException e) {
        return null;
      }
    }

    private int number(Attribute attribute) {
      try {
        return Integer.parseInt(String.valueOf(text(attribute)));
      } catch (NumberFormatException e) {
        refuse("attempts must be a whole number.", attribute);
        return attempts;
      }
    }

    private Duration duration(Attribute attribute, Duration otherwise) {
      String text = text(attribute);
      if (text != null && DurationText.parse(text) instanceof Good(Duration parsed)) {
        return parsed;
      }
      refuse("\"%s\" must be a duration such as \"2s\".".formatted(attribute.name()), attribute);
      return otherwise;
    }

    private List<String> texts(Attribute attribute) {
      Value value = value(attribute);
      try {
        Value list = Conversion.convert(value, Type.list(Types.STRING));
        if (list.isWhollyKnown() && !list.isNull()) {
          List<String> all = list.elements().stream().map(Reading::asText).toList();
          if (all.size() <= MOST && all.stream().noneMatch(String::isBlank)) {
            return all;
          }
        }
      } catch (ConversionException e) {
        // Reported below.
      }
      refuse(
          ("on must be a list of at most %d texts, each a part of what the provider says when it"
                  + " refuses, such as [\"ConcurrentUpdateException\"].")
              .formatted(MOST),
          attribute);
      return List.of();
    }

    private static String asText(Value element) {
      return element.isNull() ? "" : element.asText();
    }

    private boolean isTrue(Attribute attribute) {
      Value value = value(attribute);
      if (!value.equals(Values.TRUE) && !value.equals(Values.FALSE)) {
        refuse("create must be true or false.", attribute);
      }
      return value.equals(Values.TRUE);
    }
  }
}
