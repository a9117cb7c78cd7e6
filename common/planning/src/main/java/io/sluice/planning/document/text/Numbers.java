package io.sluice.planning.document.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.planning.document.DocumentLimits;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;

/** Numbers of a document, exact whatever their size. */
final class Numbers {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private Numbers() {}

  /** The smallest node that holds it, as the mapper would read it. */
  static JsonNode integer(BigInteger value) {
    if (value.bitLength() < Integer.SIZE) {
      return NODES.numberNode(value.intValue());
    }
    if (value.bitLength() < Long.SIZE) {
      return NODES.numberNode(value.longValue());
    }
    return NODES.numberNode(value);
  }

  /** Empty when its exponent is out of all reason. */
  static Optional<JsonNode> decimal(String text) {
    try {
      BigDecimal value = new BigDecimal(text);
      return Math.abs((long) value.scale()) > DocumentLimits.EXPONENT
          ? Optional.empty()
          : Optional.of(NODES.numberNode(value));
    } catch (NumberFormatException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  static void addOutOfRange(SourceRange range, Diagnostics faults) {
    faults.error(
        "Number out of range",
        "A number may have at most "
            + DocumentLimits.NUMBER_LENGTH
            + " digits and an exponent of at most "
            + DocumentLimits.EXPONENT
            + ".",
        range);
  }
}
