package io.sluice.language.tfvars;

import io.sluice.language.format.Formatter;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.syntax.Quoting;
import io.sluice.language.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Known values as people write them: what {@code fmt} would leave as it is. */
public final class Notation {
  private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_-]*");

  private Notation() {}

  /** Whether a text can be the name of an argument. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /** One expression. Collections of any kind are written in brackets. */
  public static String of(Value value) {
    String text = formatted("x = " + raw(value.unmarked()) + "\n");
    return text.substring("x = ".length()).strip();
  }

  /** Arguments, one below the other. */
  public static String arguments(Map<String, Value> values) {
    return formatted(
        values.entrySet().stream()
            .map(entry -> entry.getKey() + " = " + raw(entry.getValue().unmarked()) + "\n")
            .collect(Collectors.joining()));
  }

  /** A text as {@code fmt} writes it. */
  public static String formatted(String text) {
    Diagnostics faults = new Diagnostics();
    return Formatter.format(SourceFile.of("value", text), faults)
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .orElseThrow(() -> new IllegalStateException("a value made a text with faults: " + faults));
  }

  private static String raw(Value value) {
    return switch (value) {
      case Value.StringValue(String text) -> Quoting.quote(text);
      case Value.NumberValue number -> number.number().toString();
      case Value.BoolValue(boolean truth) -> Boolean.toString(truth);
      case Value.NullValue nothing -> "null";
      case Value.MarkedValue marked -> raw(marked.inner());
      case Value.UnknownValue unknown ->
          throw new IllegalStateException("an unknown value has no text");
      default -> value.type().isSequence() ? sequence(value.elements()) : object(value.entries());
    };
  }

  private static String sequence(Collection<Value> elements) {
    return elements.stream().map(Notation::raw).collect(Collectors.joining(", ", "[", "]"));
  }

  private static String object(Map<String, Value> entries) {
    if (entries.isEmpty()) {
      return "{}";
    }
    return entries.entrySet().stream()
        .map(entry -> key(entry.getKey()) + " = " + raw(entry.getValue()) + "\n")
        .collect(Collectors.joining("", "{\n", "}"));
  }

  private static String key(String name) {
    return isName(name) ? name : Quoting.quote(name);
  }
}
