package io.sluice.sdk.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.model.json.Json;
import io.sluice.sdk.expression.Expression;
import io.sluice.sdk.expression.ExpressionText;
import java.util.List;
import java.util.stream.Stream;

/** Writes a configuration in the JSON form of the language. */
public final class JsonText {
  private JsonText() {}

  public static String of(Body body) {
    return object(body).toPrettyString() + "\n";
  }

  static ObjectNode object(Body body) {
    ObjectNode object = Json.object();
    for (Body.Item item : body.items()) {
      switch (item) {
        case Body.Attribute(var name, var value) -> object.set(name, value(value));
        case Body.Block(var type, var labels, var inner) ->
            put(object, Stream.concat(Stream.of(type), labels.stream()).toList(), object(inner));
      }
    }
    return object;
  }

  /** Labels are objects inside of each other; several blocks of the same labels are an array. */
  private static void put(ObjectNode into, List<String> path, ObjectNode block) {
    String name = path.getFirst();
    JsonNode there = into.get(name);
    if (path.size() > 1) {
      ObjectNode below = there instanceof ObjectNode known ? known : into.putObject(name);
      put(below, path.subList(1, path.size()), block);
    } else if (there instanceof ArrayNode several) {
      several.add(block);
    } else if (there != null) {
      into.putArray(name).add(there).add(block);
    } else {
      into.set(name, block);
    }
  }

  private static JsonNode value(Expression expression) {
    return switch (expression) {
      case Expression.Nothing nothing -> NullNode.instance;
      case Expression.Text(String text) -> TextNode.valueOf(ExpressionText.escaped(text));
      case Expression.Numeric(var number) -> DecimalNode.valueOf(number);
      case Expression.Bool(boolean bool) -> BooleanNode.valueOf(bool);
      case Expression.Word(String text) -> TextNode.valueOf(text);
      case Expression.Template template -> TextNode.valueOf(ExpressionText.inJson(template));
      case Expression.Sequence(List<Expression> elements) -> {
        ArrayNode array = Json.mapper().createArrayNode();
        elements.forEach(element -> array.add(value(element)));
        yield array;
      }
      case Expression.Mapping(List<Expression.Entry> entries) -> {
        ObjectNode object = Json.object();
        entries.forEach(entry -> object.set(value(entry.key()).asText(), value(entry.value())));
        yield object;
      }
      case Expression.Reference reference -> evaluated(expression);
      case Expression.Bound bound -> evaluated(expression);
      case Expression.EachElement each -> evaluated(expression);
      case Expression.Step step -> evaluated(expression);
      case Expression.Element element -> evaluated(expression);
      case Expression.Splat splat -> evaluated(expression);
      case Expression.Call call -> evaluated(expression);
      case Expression.Choice choice -> evaluated(expression);
      case Expression.Binary binary -> evaluated(expression);
      case Expression.Not not -> evaluated(expression);
      case Expression.Negative negative -> evaluated(expression);
      case Expression.Loop loop -> evaluated(expression);
      case Expression.Written written -> evaluated(expression);
    };
  }

  private static JsonNode evaluated(Expression expression) {
    return TextNode.valueOf("${" + expression.text() + "}");
  }
}
