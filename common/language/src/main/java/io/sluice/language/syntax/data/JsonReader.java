package io.sluice.language.syntax.data;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Suggestions;
import io.sluice.language.syntax.data.DataNode.Property;
import io.sluice.language.syntax.data.DataNode.TextNode;
import io.sluice.language.syntax.hcl.TermParser;
import io.sluice.language.syntax.lex.Cursor;
import io.sluice.language.syntax.lex.SyntaxFault;
import io.sluice.language.value.number.NumberReader;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON and keeps for each value where it is, to the byte, and repeated names: HCL's JSON
 * gives both a meaning, which a reader that makes maps would lose.
 */
final class JsonReader {
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
  private static final List<String> KEYWORDS = List.of("true", "false", "null");

  private final SourceFile source;
  private final Diagnostics diagnostics;
  private final byte[] text;
  private final JsonStrings strings;
  private int at;
  private int depth;

  private JsonReader(SourceFile source, Diagnostics diagnostics) {
    this.source = source;
    this.diagnostics = diagnostics;
    this.text = source.bytes();
    this.strings = new JsonStrings(source);
    this.at = source.byteOrderMark();
  }

  /** The value, or null when the text has a fault. */
  static @Nullable DataNode read(SourceFile source, Diagnostics diagnostics) {
    JsonReader reader = new JsonReader(source, diagnostics);
    try {
      DataNode value = reader.value("Missing value", "The JSON data ends prematurely.");
      reader.skipSpace();
      if (reader.at < reader.text.length) {
        throw reader.fault(
            "Extraneous data after value", "Extra characters appear after the JSON value.");
      }
      return value;
    } catch (SyntaxFault fault) {
      return null;
    }
  }

  private SyntaxFault fault(String summary, String detail) {
    return fault(summary, detail, at, Math.min(text.length, at + 1));
  }

  private SyntaxFault fault(String summary, String detail, int start, int end) {
    diagnostics.error(summary, detail, source.range(Math.min(start, end), end));
    return new SyntaxFault();
  }

  private int next() {
    skipSpace();
    return at < text.length ? text[at] : -1;
  }

  private void skipSpace() {
    while (at < text.length
        && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t')) {
      at++;
    }
  }

  private DataNode value(String summaryAtEnd, String detailAtEnd) {
    int first = next();
    if (first < 0 && at >= text.length) {
      throw fault(summaryAtEnd, detailAtEnd);
    }
    if (++depth > Cursor.MAX_DEPTH) {
      throw fault(
          "Nesting too deep",
          "Values may be nested at most %d levels deep.".formatted(Cursor.MAX_DEPTH));
    }
    DataNode value =
        switch (first) {
          case '{' -> object();
          case '[' -> array();
          case '"' -> string();
          default -> scalar(first);
        };
    depth--;
    return value;
  }

  private DataNode scalar(int first) {
    String rule =
        "A JSON value must start with a brace, a bracket, a number, a string, or a keyword.";
    if ((first >= '0' && first <= '9') || first == '-' || first == '+' || first == '.') {
      return number();
    }
    if ((first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z')) {
      return keyword();
    }
    throw switch (first) {
      case '}' -> fault("Missing JSON value", rule);
      case ']' -> fault("Missing array element value", rule);
      default -> fault("Invalid start of value", rule);
    };
  }

  private DataNode object() {
    int open = at++;
    List<Property> properties = new ArrayList<>();
    if (next() == '}') {
      at++;
      return new DataNode.ObjectNode(properties, source.range(open, at));
    }
    while (true) {
      properties.add(property());
      int separator = next();
      if (separator == '}') {
        at++;
        return new DataNode.ObjectNode(properties, source.range(open, at));
      }
      if (separator != ',') {
        throw badObject(separator, open);
      }
      int comma = at++;
      if (next() == '}') {
        throw fault(
            "Trailing comma in object",
            "JSON does not permit a trailing comma after the final property in an object.",
            comma,
            comma + 1);
      }
    }
  }

  private Property property() {
    DataNode name = value("Missing value", "The JSON data ends prematurely.");
    if (!(name instanceof TextNode text)) {
      SourceRange range = name.startRange();
      throw fault(
          "Invalid object property name",
          "A JSON object property name must be a string",
          range.start(),
          range.end());
    }
    switch (next()) {
      case ':' -> at++;
      case '}', ',' ->
          throw fault(
              "Missing object value",
              "A JSON object attribute must have a value, introduced by a colon.");
      case '=' ->
          throw fault(
              "Missing property value colon",
              "JSON uses a colon as its name/value delimiter, not an equals sign.");
      default ->
          throw fault(
              "Missing property value colon",
              "A colon must appear between an object property's name and its value.");
    }
    return new Property(text, value("Missing value", "The JSON data ends prematurely."));
  }

  private SyntaxFault badObject(int found, int open) {
    if (at >= text.length) {
      return fault(
          "Unclosed object", "No closing brace was found for this JSON object.", open, open + 1);
    }
    return found == ']'
        ? fault("Mismatched braces", "A JSON object must be closed with a brace, not a bracket.")
        : fault(
            "Missing attribute seperator comma",
            "A comma must appear between each property definition in an object.");
  }

  private DataNode array() {
    int open = at++;
    List<DataNode> elements = new ArrayList<>();
    if (next() == ']') {
      at++;
      return new DataNode.ArrayNode(elements, source.range(open, at));
    }
    while (true) {
      elements.add(value("Missing value", "The JSON data ends prematurely."));
      int separator = next();
      if (separator == ']') {
        at++;
        return new DataNode.ArrayNode(elements, source.range(open, at));
      }
      if (separator != ',') {
        throw badArray(separator, open);
      }
      int comma = at++;
      if (next() == ']') {
        throw fault(
            "Trailing comma in array",
            "JSON does not permit a trailing comma after the final value in an array.",
            comma,
            comma + 1);
      }
    }
  }

  private SyntaxFault badArray(int found, int open) {
    if (at >= text.length) {
      return fault(
          "Unclosed object", "No closing bracket was found for this JSON array.", open, open + 1);
    }
    return switch (found) {
      case ':' ->
          fault("Invalid array value", "A colon is not used to introduce values in a JSON array.");
      case '}' ->
          fault("Mismatched brackets", "A JSON array must be closed with a bracket, not a brace.");
      default ->
          fault(
              "Missing attribute seperator comma",
              "A comma must appear between each value in an array.");
    };
  }

  private DataNode string() {
    int start = at;
    int end = strings.end(start);
    if (end < 0) {
      throw fault(
          "Invalid JSON string", "There is a syntax error in the given JSON string.", start, -end);
    }
    at = end;
    return strings.decode(start, end);
  }

  private DataNode number() {
    int start = at;
    while (at < text.length && "-+.eE0123456789".indexOf(text[at]) >= 0) {
      at++;
    }
    String written = source.text(start, at);
    if (NUMBER.matcher(written).matches()) {
      Optional<BigDecimal> number = NumberReader.decimal(written);
      if (number.isPresent()) {
        return new DataNode.NumberNode(number.get(), source.range(start, at));
      }
      throw fault(TermParser.OUT_OF_RANGE, TermParser.outOfRange(written), start, at);
    }
    throw fault(
        "Invalid JSON number", "There is a syntax error in the given JSON number.", start, at);
  }

  private DataNode keyword() {
    int start = at;
    while (at < text.length && (Character.isLetter(text[at]) || text[at] == '_')) {
      at++;
    }
    SourceRange range = source.range(start, at);
    String word = range.text();
    return switch (word) {
      case "true" -> new DataNode.BoolNode(true, range);
      case "false" -> new DataNode.BoolNode(false, range);
      case "null" -> new DataNode.NullNode(range);
      case "undefined", "NaN", "Infinity" ->
          throw fault(
              "Invalid JSON keyword",
              "The JavaScript identifier \"%s\" cannot be used in JSON.".formatted(word),
              start,
              at);
      default -> {
        String question = Suggestions.question(word, KEYWORDS);
        String detail = "\"%s\" is not a valid JSON keyword. %s".formatted(word, question).strip();
        throw fault("Invalid JSON keyword", detail, start, at);
      }
    };
  }
}
