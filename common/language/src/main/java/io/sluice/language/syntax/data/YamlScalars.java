package io.sluice.language.syntax.data;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.data.DataNode.TextNode;
import io.sluice.language.syntax.yaml.YamlScalar;
import io.sluice.language.value.number.NumberReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;

/** The core schema of YAML 1.2: {@code no} and {@code on} are strings. */
final class YamlScalars {
  private static final Pattern DECIMAL =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
  private static final Pattern OCTAL = Pattern.compile("0o[0-7]+");
  private static final Pattern HEXADECIMAL = Pattern.compile("0x[0-9a-fA-F]+");

  private final Diagnostics diagnostics;

  YamlScalars(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  DataNode read(YamlScalar scalar, TextNode text) {
    String tag = scalar.tag();
    if (tag.equals("tag:yaml.org,2002:str") || tag.equals("!") || !scalar.plain()) {
      return text;
    }
    if (!tag.isEmpty()) {
      diagnostics.error(
          "Unsupported YAML tag",
          "The tag \"%s\" is not supported in a configuration.".formatted(tag),
          text.range());
      return text;
    }
    return switch (text.value()) {
      case "", "~", "null", "Null", "NULL" -> new DataNode.NullNode(text.range());
      case "true", "True", "TRUE" -> new DataNode.BoolNode(true, text.range());
      case "false", "False", "FALSE" -> new DataNode.BoolNode(false, text.range());
      default -> numberOrText(text);
    };
  }

  private static DataNode numberOrText(TextNode text) {
    String value = text.value();
    if (value.length() > NumberReader.MOST_DIGITS) {
      return text;
    }
    try {
      if (DECIMAL.matcher(value).matches()) {
        return NumberReader.decimal(value)
            .<DataNode>map(number -> new DataNode.NumberNode(number, text.range()))
            .orElse(text);
      }
      if (OCTAL.matcher(value).matches()) {
        return integer(value, 8, text);
      }
      if (HEXADECIMAL.matcher(value).matches()) {
        return integer(value, 16, text);
      }
    } catch (NumberFormatException beyondAnyNumber) {
      return text;
    }
    return text;
  }

  private static DataNode integer(String value, int radix, TextNode text) {
    BigInteger number = new BigInteger(value.substring(2), radix);
    return new DataNode.NumberNode(new BigDecimal(number), text.range());
  }
}
