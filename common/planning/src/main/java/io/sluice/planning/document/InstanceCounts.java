package io.sluice.planning.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;

/** What {@code count} and the keys of {@code for_each} may be, written or computed. */
public final class InstanceCounts {
  private InstanceCounts() {}

  /** Empty when it can be a count. */
  public static String problem(JsonNode count) {
    if (!count.isNumber()) {
      return "a whole number is required";
    }
    BigDecimal number = count.decimalValue();
    if (number.stripTrailingZeros().scale() > 0) {
      return "a whole number is required, not a fraction";
    }
    if (number.signum() < 0) {
      return "must be greater than or equal to zero";
    }
    return number.compareTo(BigDecimal.valueOf(DocumentLimits.INSTANCES)) > 0
        ? "a resource may have " + DocumentLimits.INSTANCES + " instances"
        : "";
  }

  /** Empty when it can be a key. */
  public static String keyProblem(String key) {
    if (key.length() > DocumentLimits.NAME_LENGTH) {
      return "A key of more than " + DocumentLimits.NAME_LENGTH + " characters is too long.";
    }
    if (key.contains("${") || key.contains("%{")) {
      return "A key must be known text: \"" + key + "\" holds a reference.";
    }
    return key.chars().anyMatch(c -> c < ' ') ? "A key must not contain control characters." : "";
  }
}
