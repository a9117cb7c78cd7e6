package io.sluice.language.value.convert;

import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.language.value.number.NumberReader;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Conversions between strings, numbers and bools. */
final class Scalars {
  private Scalars() {}

  static Conversion.@Nullable Step step(Type.Primitive from, Type.Primitive to, boolean unsafe) {
    return switch (to) {
      case STRING ->
          switch (from) {
            case NUMBER -> (value, path) -> Value.of(value.asNumber().toString());
            case BOOL -> (value, path) -> Value.of(value.isTrue() ? "true" : "false");
            case STRING -> (value, path) -> value;
          };
      case NUMBER -> from == Type.Primitive.STRING && unsafe ? Scalars::number : null;
      case BOOL -> from == Type.Primitive.STRING && unsafe ? Scalars::bool : null;
    };
  }

  private static Value number(Value value, String path) throws ConversionException {
    return NumberReader.parse(value.asText())
        .map(Value::of)
        .orElseThrow(() -> new ConversionException(path, "a number is required"));
  }

  private static Value bool(Value value, String path) throws ConversionException {
    String text = value.asText();
    return switch (text) {
      case "true", "1" -> Values.TRUE;
      case "false", "0" -> Values.FALSE;
      default -> {
        String lower = text.toLowerCase(Locale.ROOT);
        String hint =
            lower.equals("true") || lower.equals("false")
                ? "; to convert from string, use lowercase \"" + lower + "\""
                : "";
        throw new ConversionException(path, "a bool is required" + hint);
      }
    };
  }
}
