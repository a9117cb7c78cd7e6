package io.sluice.bridge.recover;

import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How the import id of an object is made of its arguments: {@code {role}:{name}}. An argument that
 * may be left out has what it stands for then: {@code {event_bus_name=default}}. What is in
 * brackets is left out together with its argument, or where that is what it would be anyway: {@code
 * [{event_bus_name=default}/]{name}}.
 */
public record ImportId(String type, String template, Evidence evidence, Making making) {
  private static final Pattern ARGUMENT =
      Pattern.compile("\\[\\{(\\w+)=([^}]*)}([^]]*)]|\\{(\\w+)(?:=([^}]*))?}");

  /** How it is known that the id is right. */
  public enum Evidence {
    /** An object was made on moto, and found by its id. */
    MOTO,
    /** The provider's documentation says so. */
    DOCUMENTATION
  }

  /** What a creation does to an object that is there already. */
  public sealed interface Making {
    /** It fails. */
    record Anew() implements Making {}

    /** It sets what it says: doing it twice is doing it once. */
    record Setting() implements Making {}

    /** It does so where this argument is true. */
    record SettingIf(String argument) implements Making {}
  }

  /** Whether making this object twice is the same as making it once. */
  public boolean isRepeatable(Value config) {
    return switch (making) {
      case Making.Anew anew -> false;
      case Making.Setting setting -> true;
      case Making.SettingIf(String argument) -> Values.TRUE.equals(config.entries().get(argument));
    };
  }

  /**
   * The id of an object that is to be made; empty if an argument is not known, so that nobody can
   * say.
   *
   * @param planned the object with its arguments, unmarked
   */
  public Optional<String> of(Value planned) {
    StringBuilder id = new StringBuilder();
    Matcher arguments = ARGUMENT.matcher(template);
    while (arguments.find()) {
      boolean optional = arguments.group(1) != null;
      Optional<String> text =
          optional
              ? text(planned, arguments.group(1), arguments.group(2))
                  .map(found -> found.equals(arguments.group(2)) ? "" : found + arguments.group(3))
              : text(planned, arguments.group(4), arguments.group(5));
      if (text.isEmpty()) {
        return Optional.empty();
      }
      arguments.appendReplacement(id, Matcher.quoteReplacement(text.get()));
    }
    return Optional.of(arguments.appendTail(id).toString());
  }

  /**
   * Whether there will be an id when the object is made: an argument may wait for another object,
   * but is not left to the provider to choose.
   *
   * @param config as far as it is known
   */
  public boolean willBeKnown(Value config) {
    Matcher arguments = ARGUMENT.matcher(template);
    while (arguments.find()) {
      String name = arguments.group(1) == null ? arguments.group(4) : arguments.group(1);
      boolean hasDefault = arguments.group(1) != null || arguments.group(5) != null;
      Value value = config.entries().get(name);
      if (value == null || (value.isKnown() && !hasDefault && text(config, name, null).isEmpty())) {
        return false;
      }
    }
    return true;
  }

  private static Optional<String> text(Value planned, String argument, @Nullable String otherwise) {
    Value value = planned.entries().get(argument);
    if (value == null || !value.isKnown()) {
      return Optional.empty();
    }
    if (value.isNull()) {
      return Optional.ofNullable(otherwise);
    }
    try {
      String text = Conversion.convert(value, Types.STRING).asText();
      return text.isEmpty() ? Optional.ofNullable(otherwise) : Optional.of(text);
    } catch (ConversionException e) {
      return Optional.empty();
    }
  }
}
