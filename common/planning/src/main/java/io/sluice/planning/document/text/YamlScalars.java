package io.sluice.planning.document.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.yaml.YamlScalar;
import io.sluice.planning.document.DocumentLimits;
import java.math.BigInteger;
import java.util.Set;
import java.util.regex.Pattern;

/** What a scalar means: the core schema of YAML 1.2, so {@code yes} and {@code on} are strings. */
final class YamlScalars {
  private static final String STANDARD = "tag:yaml.org,2002:";
  private static final Set<String> COLLECTIONS = Set.of(STANDARD + "map", STANDARD + "seq", "!");
  private static final Pattern INTEGER = Pattern.compile("[-+]?[0-9]+");
  private static final Pattern BASED = Pattern.compile("0o[0-7]+|0x[0-9a-fA-F]+");
  private static final Pattern FRACTION =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
  private static final Pattern NOT_JSON = Pattern.compile("[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");
  private static final Pattern OCTAL_LOOK = Pattern.compile("[-+]?0[0-9]+");
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private YamlScalars() {}

  static boolean isCollectionTag(String tag) {
    return COLLECTIONS.contains(tag);
  }

  static JsonNode resolve(YamlScalar scalar, SourceRange range, Diagnostics faults) {
    String text = scalar.value();
    return switch (scalar.tag()) {
      case "" -> scalar.plain() ? plain(text, range, faults) : NODES.textNode(text);
      case "!", STANDARD + "str" -> NODES.textNode(text);
      case STANDARD + "int", STANDARD + "float", STANDARD + "bool", STANDARD + "null" -> {
        JsonNode value = plain(text, range, faults);
        if (value.isTextual()) {
          faults.error("Invalid value", "\"" + text + "\" does not match its tag.", range);
        }
        yield value;
      }
      default -> {
        addUnknownTag(scalar.tag(), range, faults);
        yield NODES.textNode(text);
      }
    };
  }

  static void addUnknownTag(String tag, SourceRange range, Diagnostics faults) {
    faults.add(
        Diagnostic.error("Unsupported tag", "The tag \"" + tag + "\" is not supported here.", range)
            .withHint("Write the value without a tag; quote it to make it a string."));
  }

  private static JsonNode plain(String text, SourceRange range, Diagnostics faults) {
    return switch (text) {
      case "", "~", "null", "Null", "NULL" -> NODES.nullNode();
      case "true", "True", "TRUE" -> NODES.booleanNode(true);
      case "false", "False", "FALSE" -> NODES.booleanNode(false);
      default -> number(text, range, faults);
    };
  }

  private static JsonNode number(String text, SourceRange range, Diagnostics faults) {
    char first = text.charAt(0);
    if (first != '-' && first != '+' && first != '.' && (first < '0' || first > '9')) {
      return NODES.textNode(text);
    }
    if (OCTAL_LOOK.matcher(text).matches()) {
      faults.add(
          Diagnostic.error(
                  "Ambiguous number",
                  "With its leading zero, "
                      + text
                      + " is octal to some readers and decimal to others.",
                  range)
              .withHint("Quote it (\"" + text + "\") to make it a string."));
      return NODES.textNode(text);
    }
    if (NOT_JSON.matcher(text).matches()) {
      faults.error("Number out of range", text + " is not a number in JSON.", range);
      return NODES.numberNode(0);
    }
    boolean based = BASED.matcher(text).matches();
    if (!based && !FRACTION.matcher(text).matches()) {
      return NODES.textNode(text);
    }
    if (text.length() > DocumentLimits.NUMBER_LENGTH) {
      Numbers.addOutOfRange(range, faults);
      return NODES.numberNode(0);
    }
    if (based) {
      return Numbers.integer(new BigInteger(text.substring(2), text.charAt(1) == 'x' ? 16 : 8));
    }
    if (INTEGER.matcher(text).matches()) {
      return Numbers.integer(new BigInteger(first == '+' ? text.substring(1) : text));
    }
    return Numbers.decimal(text)
        .orElseGet(
            () -> {
              Numbers.addOutOfRange(range, faults);
              return NODES.numberNode(0);
            });
  }
}
