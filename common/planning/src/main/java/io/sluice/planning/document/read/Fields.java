package io.sluice.planning.document.read;

import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.model.Suggestion;
import io.sluice.planning.document.text.Located;
import io.sluice.planning.document.text.Located.Entry;
import io.sluice.planning.document.text.Located.Mapping;
import io.sluice.planning.document.text.Located.Scalar;
import io.sluice.planning.document.text.Located.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields of one object of the document's own grammar, each checked for its type when read. */
public final class Fields {
  private final Mapping mapping;
  private final String owner;
  private final Diagnostics faults;

  /** {@code owner} is how messages call the object: "a resource", "lifecycle". */
  public Fields(Mapping mapping, String owner, Diagnostics faults) {
    this.mapping = mapping;
    this.owner = owner;
    this.faults = faults;
  }

  /** A string with its place. */
  public record Text(String value, SourceRange range) {}

  public void refuseOthers(Set<String> known) {
    for (Entry entry : mapping.entries()) {
      if (!known.contains(entry.key())) {
        String hint =
            Suggestion.of(entry.key(), known)
                .map(meant -> "Did you mean \"" + meant + "\"?")
                .orElse("Known here: " + String.join(", ", known.stream().sorted().toList()) + ".");
        faults.add(
            Diagnostic.error(
                    "Unknown field",
                    "There is no field \"" + entry.key() + "\" in " + owner + ".",
                    entry.keyRange())
                .withHint(hint));
      }
    }
  }

  /** The value of a field; null counts as absent. */
  public Optional<Located> value(String name) {
    Entry entry = mapping.find(name);
    return entry == null || isNull(entry.value()) ? Optional.empty() : Optional.of(entry.value());
  }

  @Nullable SourceRange keyRange(String name) {
    Entry entry = mapping.find(name);
    return entry == null ? null : entry.keyRange();
  }

  SourceRange head() {
    return mapping.head();
  }

  public void missing(String name, String hint) {
    faults.add(
        Diagnostic.error(
                "Missing field",
                capital(owner) + " needs the field \"" + name + "\".",
                mapping.head())
            .withHint(hint));
  }

  public Optional<Text> text(String name) {
    Located value = value(name).orElse(null);
    if (value == null) {
      return Optional.empty();
    }
    if (value instanceof Scalar scalar && scalar.value().isTextual()) {
      return Optional.of(new Text(scalar.value().textValue(), scalar.range()));
    }
    wrongType(name, "a string", value);
    return Optional.empty();
  }

  boolean flag(String name) {
    Located value = value(name).orElse(null);
    if (value == null) {
      return false;
    }
    if (value instanceof Scalar scalar && scalar.value().isBoolean()) {
      return scalar.value().booleanValue();
    }
    wrongType(name, "true or false", value);
    return false;
  }

  public OptionalInt integer(String name) {
    Located value = value(name).orElse(null);
    if (value == null) {
      return OptionalInt.empty();
    }
    if (value instanceof Scalar scalar
        && scalar.value().isIntegralNumber()
        && scalar.value().canConvertToInt()) {
      return OptionalInt.of(scalar.value().intValue());
    }
    wrongType(name, "a whole number", value);
    return OptionalInt.empty();
  }

  List<Text> texts(String name) {
    Located value = value(name).orElse(null);
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof Sequence sequence)) {
      wrongType(name, "a list of strings", value);
      return List.of();
    }
    List<Text> texts = new ArrayList<>(sequence.elements().size());
    for (Located element : sequence.elements()) {
      if (element instanceof Scalar scalar && scalar.value().isTextual()) {
        texts.add(new Text(scalar.value().textValue(), scalar.range()));
      } else {
        wrongType(name, "a list of strings", element);
      }
    }
    return texts;
  }

  Optional<Mapping> object(String name) {
    Located value = value(name).orElse(null);
    if (value instanceof Mapping object) {
      return Optional.of(object);
    }
    if (value != null) {
      wrongType(name, "an object", value);
    }
    return Optional.empty();
  }

  public void wrongType(String name, String expected, Located value) {
    faults.error(
        "Wrong type",
        "\"" + name + "\" must be " + expected + ", not " + kind(value) + ".",
        value instanceof Scalar ? value.range() : value.head());
  }

  static boolean isNull(Located value) {
    return value instanceof Scalar scalar && scalar.value().isNull();
  }

  public static String kind(Located value) {
    return switch (value) {
      case Mapping mapping -> "an object";
      case Sequence sequence -> "a list";
      case Scalar scalar -> {
        if (scalar.value().isTextual()) {
          yield "a string";
        }
        if (scalar.value().isNumber()) {
          yield scalar.value().isIntegralNumber() ? "a number" : "a fraction";
        }
        yield scalar.value().isNull() ? "null" : "a boolean";
      }
    };
  }

  private static String capital(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
