package io.sluice.language.function.encode;

import io.sluice.language.function.FunctionFailure;
import java.util.ArrayList;
import java.util.List;

/** CSV of RFC 4180; every record has as many fields as the first. */
final class CsvReader {
  private final String text;
  private int position;
  private int line = 1;

  private CsvReader(String text) {
    this.text = text.replace("\r\n", "\n");
  }

  static List<List<String>> read(String text) throws FunctionFailure {
    CsvReader reader = new CsvReader(text);
    List<List<String>> records = new ArrayList<>();
    while (reader.position < reader.text.length()) {
      int start = reader.line;
      if (reader.text.charAt(reader.position) == '\n') {
        reader.position++;
        reader.line++;
        continue;
      }
      List<String> record = reader.fields();
      if (!records.isEmpty() && record.size() != records.getFirst().size()) {
        throw new FunctionFailure("CSV parse error on line " + start + ": wrong number of fields");
      }
      records.add(record);
    }
    return records;
  }

  private List<String> fields() throws FunctionFailure {
    List<String> fields = new ArrayList<>();
    while (true) {
      fields.add(position < text.length() && text.charAt(position) == '"' ? quoted() : bare());
      if (position >= text.length()) {
        return fields;
      }
      char c = text.charAt(position++);
      if (c == '\n') {
        line++;
        return fields;
      }
    }
  }

  private String bare() throws FunctionFailure {
    int start = position;
    while (position < text.length()
        && text.charAt(position) != ','
        && text.charAt(position) != '\n') {
      if (text.charAt(position) == '"') {
        throw new FunctionFailure(
            "CSV parse error on line " + line + ": bare \" in non-quoted-field");
      }
      position++;
    }
    return text.substring(start, position);
  }

  private String quoted() throws FunctionFailure {
    StringBuilder out = new StringBuilder();
    position++;
    while (position < text.length()) {
      char c = text.charAt(position++);
      if (c == '\n') {
        line++;
      }
      if (c != '"') {
        out.append(c);
      } else if (position < text.length() && text.charAt(position) == '"') {
        out.append('"');
        position++;
      } else if (position >= text.length() || ",\n".indexOf(text.charAt(position)) >= 0) {
        return out.toString();
      } else {
        break;
      }
    }
    throw new FunctionFailure(
        "CSV parse error on line " + line + ": extraneous or missing \" in quoted-field");
  }
}
