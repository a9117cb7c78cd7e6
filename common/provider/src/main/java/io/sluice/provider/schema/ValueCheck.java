package io.sluice.provider.schema;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.time.DurationText;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Says what is wrong with a known value beyond its type, or nothing. */
@FunctionalInterface
public interface ValueCheck {
  ValueCheck NONE = value -> Optional.empty();

  ValueCheck DURATION =
      value ->
          DurationText.parse(value.asText()) instanceof DurationText.Good
              ? Optional.empty()
              : Optional.of("must be a duration such as 500ms, 30s, 5m or 1h30m");

  Optional<String> fault(JsonNode value);

  static ValueCheck oneOf(String... allowed) {
    List<String> values = List.of(allowed);
    return value ->
        values.contains(value.asText())
            ? Optional.empty()
            : Optional.of("must be one of " + String.join(", ", values));
  }

  static ValueCheck between(long low, long high) {
    return value ->
        value.isNumber() && !within(value.decimalValue(), low, high)
            ? Optional.of("must be from " + low + " to " + high)
            : Optional.empty();
  }

  static ValueCheck matching(Pattern pattern, String mustBe) {
    return value ->
        pattern.matcher(value.asText()).matches()
            ? Optional.empty()
            : Optional.of("must be " + mustBe);
  }

  static ValueCheck notEmpty() {
    return value -> value.asText().isEmpty() ? Optional.of("must not be empty") : Optional.empty();
  }

  private static boolean within(BigDecimal number, long low, long high) {
    return number.compareTo(BigDecimal.valueOf(low)) >= 0
        && number.compareTo(BigDecimal.valueOf(high)) <= 0;
  }
}
