package io.sluice.language.function.encode;

import io.sluice.language.function.FunctionFailure;
import io.sluice.language.syntax.yaml.YamlSettings;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.language.value.number.BigFloat;
import io.sluice.language.value.number.NumberReader;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** One YAML document as a value; plain scalars mean what they mean to Terraform. */
final class YamlReader {
  private static final Pattern INTEGER = Pattern.compile("[-+]?[0-9]+");
  private static final Pattern PREFIXED = Pattern.compile("([-+]?)0([xob])([0-9A-Fa-f]{1,4000})");
  private static final Pattern REAL =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
  private static final Pattern DAY = Pattern.compile("(\\d{4})-(\\d\\d?)-(\\d\\d?)");
  private static final int MOST_NODES = 2_000_000;
  private static final int DEEPEST = 500;
  private static final int MOST_CODE_POINTS = 64 * 1024 * 1024;

  private final Iterator<Event> events;
  private final Map<String, Value> anchors = new HashMap<>();
  private int nodes;
  private int depth;

  private YamlReader(Iterator<Event> events) {
    this.events = events;
  }

  static Value read(String text) throws FunctionFailure {
    try {
      YamlReader reader =
          new YamlReader(
              new Parse(YamlSettings.of(text, MOST_CODE_POINTS)).parseString(text).iterator());
      reader.events.next();
      Event start = reader.events.next();
      if (start.getEventId() == Event.ID.StreamEnd) {
        throw new FunctionFailure("on line 1, column 1: missing start of document");
      }
      Value value = reader.node(reader.events.next());
      reader.events.next();
      Event end = reader.events.next();
      if (end.getEventId() != Event.ID.StreamEnd) {
        throw new FunctionFailure(at(end) + ": unexpected extra content after value");
      }
      return value;
    } catch (MarkedYamlEngineException e) {
      String where = e.getProblemMark().map(mark -> at(mark) + ": ").orElse("");
      throw new FunctionFailure(where + e.getProblem());
    } catch (YamlEngineException e) {
      throw new FunctionFailure(String.valueOf(e.getMessage()));
    }
  }

  private static String at(Event event) {
    return event.getStartMark().map(YamlReader::at).orElse("somewhere");
  }

  private static String at(Mark mark) {
    return "on line %d, column %d".formatted(mark.getLine() + 1, mark.getColumn() + 1);
  }

  private Value node(Event event) throws FunctionFailure {
    if (++nodes > MOST_NODES || ++depth > DEEPEST) {
      throw new FunctionFailure(at(event) + ": too many values, or too deep");
    }
    Value value =
        switch (event) {
          case AliasEvent alias -> {
            Value target = anchors.get(alias.getAlias().getValue());
            if (target == null) {
              throw new FunctionFailure(
                  at(event) + ": reference to undefined anchor \"" + alias.getAlias() + "\"");
            }
            yield target;
          }
          case ScalarEvent scalar -> scalar(scalar);
          case SequenceStartEvent sequence -> sequence();
          case MappingStartEvent mapping -> mapping();
          default -> throw new FunctionFailure(at(event) + ": unexpected content");
        };
    if (event instanceof NodeEvent anchored && !(event instanceof AliasEvent)) {
      anchored.getAnchor().ifPresent(anchor -> anchors.put(anchor.getValue(), value));
    }
    depth--;
    return value;
  }

  private Value sequence() throws FunctionFailure {
    List<Value> elements = new ArrayList<>();
    for (Event event = events.next();
        event.getEventId() != Event.ID.SequenceEnd;
        event = events.next()) {
      elements.add(node(event));
    }
    return TupleValue.of(elements);
  }

  private Value mapping() throws FunctionFailure {
    Map<String, Value> own = new LinkedHashMap<>();
    Map<String, Value> merged = new LinkedHashMap<>();
    for (Event event = events.next();
        event.getEventId() != Event.ID.MappingEnd;
        event = events.next()) {
      boolean merge =
          event instanceof ScalarEvent scalar && scalar.isPlain() && scalar.getValue().equals("<<");
      Value key = merge ? Value.of("<<") : node(event);
      Value value = node(events.next());
      if (merge) {
        merge(event, value, merged);
      } else {
        own.put(key(event, key), value);
      }
    }
    merged.putAll(own);
    return ObjectValue.of(merged);
  }

  private static String key(Event event, Value key) throws FunctionFailure {
    return switch (key) {
      case Value.StringValue(String text) -> text;
      case Value.NumberValue(BigFloat number) -> number.toString();
      case Value.BoolValue(boolean truth) -> truth ? "true" : "false";
      default -> throw new FunctionFailure(at(event) + ": only strings may be keys of a mapping");
    };
  }

  private void merge(Event event, Value value, Map<String, Value> into) throws FunctionFailure {
    if (value instanceof ObjectValue object) {
      nodes += object.map().size();
      object.map().forEach(into::putIfAbsent);
    } else if (value instanceof TupleValue tuple) {
      for (Value each : tuple.list()) {
        if (++nodes > MOST_NODES) {
          throw new FunctionFailure(at(event) + ": too many values, or too deep");
        }
        merge(event, each, into);
      }
    } else {
      throw new FunctionFailure(at(event) + ": map merge requires map or sequence of maps");
    }
  }

  private static Value scalar(ScalarEvent event) throws FunctionFailure {
    String text = event.getValue();
    String tag = event.getTag().orElse("");
    if (!tag.isEmpty() && !tag.equals("!")) {
      return tagged(event, tag, text);
    }
    return event.isPlain() && tag.isEmpty() ? plain(text) : Value.of(text);
  }

  private static Value tagged(ScalarEvent event, String tag, String text) throws FunctionFailure {
    Value value = plain(text);
    boolean fits =
        switch (tag) {
          case "tag:yaml.org,2002:str" -> true;
          case "tag:yaml.org,2002:int", "tag:yaml.org,2002:float" ->
              value instanceof Value.NumberValue;
          case "tag:yaml.org,2002:bool" -> value instanceof Value.BoolValue;
          case "tag:yaml.org,2002:null" -> value.isNull();
          case "tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:binary" -> true;
          default -> throw new FunctionFailure(at(event) + ": unsupported tag \"" + tag + "\"");
        };
    if (!fits) {
      throw new FunctionFailure(at(event) + ": cannot parse \"" + text + "\" as " + tag);
    }
    return tag.endsWith(":str") || tag.endsWith(":binary") ? Value.of(text) : value;
  }

  private static Value plain(String text) {
    return switch (text) {
      case "", "~", "null", "Null", "NULL" -> Values.NULL;
      case "y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "true", "True", "TRUE" -> Values.TRUE;
      case "n", "N", "no", "No", "NO", "off", "Off", "OFF", "false", "False", "FALSE" ->
          Values.FALSE;
      case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF" ->
          Value.of(BigFloat.POSITIVE_INFINITY);
      case "-.inf", "-.Inf", "-.INF" -> Value.of(BigFloat.NEGATIVE_INFINITY);
      default -> {
        Value number = number(text);
        yield number == null ? dayOrText(text) : number;
      }
    };
  }

  private static @Nullable Value number(String text) {
    if (INTEGER.matcher(text).matches() || REAL.matcher(text).matches()) {
      return NumberReader.parse(text).map(Value::of).orElse(null);
    }
    Matcher prefixed = PREFIXED.matcher(text);
    if (!prefixed.matches()) {
      return null;
    }
    int radix =
        switch (prefixed.group(2)) {
          case "x" -> 16;
          case "o" -> 8;
          default -> 2;
        };
    try {
      BigInteger whole = new BigInteger(prefixed.group(3), radix);
      return Value.of(BigFloat.of(prefixed.group(1).equals("-") ? whole.negate() : whole));
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static Value dayOrText(String text) {
    Matcher day = DAY.matcher(text);
    return day.matches()
        ? Value.of(
            "%s-%02d-%02dT00:00:00Z"
                .formatted(
                    day.group(1), Integer.parseInt(day.group(2)), Integer.parseInt(day.group(3))))
        : Value.of(text);
  }
}
