package io.sluice.language.function.encode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.sluice.language.function.Function;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Parameter;
import io.sluice.language.value.GoQuote;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.language.value.json.JsonText;
import io.sluice.language.value.number.NumberReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** JSON, YAML and CSV. */
public final class DocumentFunctions {
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(1_000)
                  .maxStringLength(64 * 1024 * 1024)
                  .maxNumberLength(10_000)
                  .build())
          .build();

  private DocumentFunctions() {}

  public static List<Function> all() {
    return List.of(jsonEncode(), jsonDecode(), yamlEncode(), yamlDecode(), csvDecode());
  }

  private static Function jsonEncode() {
    return Function.named("jsonencode")
        .with(Parameter.of("val", Types.ANY).allowingNull().allowingUnknown().allowingDynamic())
        .gives(Types.STRING)
        .does(
            (a, type, context) ->
                a.get(0).isWhollyKnown()
                    ? Value.of(JsonText.encode(a.get(0)))
                    : Value.unknownNotNull(Types.STRING));
  }

  private static Function jsonDecode() {
    return Function.named("jsondecode")
        .with("str", Types.STRING)
        .orNull()
        .does((a, type, context) -> json(a.get(0).asText()));
  }

  private static Value json(String text) throws FunctionFailure {
    try (JsonParser parser = JSON.createParser(text)) {
      if (parser.nextToken() == null) {
        throw new FunctionFailure("EOF");
      }
      Value value = json(parser);
      boolean more;
      try {
        more = parser.nextToken() != null;
      } catch (JsonProcessingException e) {
        more = true;
      }
      if (more) {
        throw new FunctionFailure("extraneous data after JSON object");
      }
      return value;
    } catch (com.fasterxml.jackson.core.io.JsonEOFException e) {
      throw new FunctionFailure("EOF");
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      throw new FunctionFailure(
          at == null
              ? "the JSON is too large or nested too deeply"
              : "not valid JSON at line "
                  + at.getLineNr()
                  + ", column "
                  + at.getColumnNr()
                  + ": "
                  + e.getOriginalMessage());
    } catch (IOException e) {
      throw new IllegalStateException("a string cannot fail to be read", e);
    }
  }

  /** The value at the parser's token; of equal keys the last one counts. */
  private static Value json(JsonParser parser) throws IOException, FunctionFailure {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, Value> attributes = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          parser.nextToken();
          attributes.put(Value.of(name).asText(), json(parser));
        }
        yield ObjectValue.of(attributes);
      }
      case START_ARRAY -> {
        List<Value> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          elements.add(json(parser));
        }
        yield TupleValue.of(elements);
      }
      case VALUE_STRING -> Value.of(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
        String digits = parser.getText();
        yield Value.of(
            NumberReader.parse(digits)
                .orElseThrow(() -> new FunctionFailure(digits + " is too large a number")));
      }
      case VALUE_TRUE -> Values.TRUE;
      case VALUE_FALSE -> Values.FALSE;
      case VALUE_NULL -> Values.NULL;
      case NOT_AVAILABLE, END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT ->
          throw new FunctionFailure("invalid JSON token");
    };
  }

  private static Function yamlEncode() {
    return Function.named("yamlencode")
        .with(Parameter.of("value", Types.ANY).allowingNull().allowingUnknown().allowingDynamic())
        .gives(Types.STRING)
        .does(
            (a, type, context) ->
                a.get(0).isWhollyKnown()
                    ? Value.of(YamlText.encode(a.get(0)))
                    : Value.unknownNotNull(Types.STRING));
  }

  private static Function yamlDecode() {
    return Function.named("yamldecode")
        .with("src", Types.STRING)
        .orNull()
        .does((a, type, context) -> YamlReader.read(a.get(0).asText()));
  }

  private static Function csvDecode() {
    return Function.named("csvdecode")
        .with("str", Types.STRING)
        .gives(Types.ANY)
        .does(
            (a, type, context) -> {
              List<List<String>> records = CsvReader.read(a.get(0).asText());
              if (records.isEmpty()) {
                throw new FunctionFailure("missing header line");
              }
              return table(records);
            });
  }

  private static Value table(List<List<String>> records) throws FunctionFailure {
    List<String> header = records.getFirst();
    Set<String> names = new LinkedHashSet<>();
    Map<String, Type> attributes = new LinkedHashMap<>();
    for (String name : header) {
      if (!names.add(name)) {
        throw new FunctionFailure("duplicate column name " + GoQuote.quote(name));
      }
      attributes.put(name, Types.STRING);
    }
    List<Value> rows = new ArrayList<>();
    for (List<String> record : records.subList(1, records.size())) {
      Map<String, Value> row = new LinkedHashMap<>();
      for (int i = 0; i < header.size(); i++) {
        row.put(header.get(i), Value.of(record.get(i)));
      }
      rows.add(ObjectValue.of(row));
    }
    return ListValue.of(Type.object(attributes), rows);
  }
}
