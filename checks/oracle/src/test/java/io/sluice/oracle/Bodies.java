package io.sluice.oracle;

import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.schema.Attribute;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.NestedBlock;
import io.sluice.bridge.schema.NestedObject;
import io.sluice.bridge.schema.Nesting;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.bridge.trial.TrialSchema;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.language.value.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Makes random bodies of blocks from a schema: values and blocks of every kind, and references to
 * given names.
 */
final class Bodies {
  static final List<String> TYPES =
      List.of("trial_thing", "trial_deep", "trial_legacy", "trial_loose", "trial_thing");
  private static final List<String> TEXTS =
      List.of("\"a\"", "\"B\"", "\"é\"", "\"\"", "\"$${x}\"", "\"two words\"", "\"1\"", "\"true\"");
  private static final List<String> NUMBERS =
      List.of("0", "1", "-7", "2.5", "12345678901234567890123", "1e3", "65536", "\"8\"");
  static final Set<String> OWN = Set.of("name", "place", "fault", "id");

  private final Random random;
  private final SchemaCatalog catalog;

  /** References to texts and numbers. */
  private final List<String> texts = new ArrayList<>();

  private final List<String> numbers = new ArrayList<>();

  Bodies(Random random, ProtocolVersion version) {
    this.random = random;
    this.catalog = TrialSchema.catalog(version);
  }

  void forget() {
    texts.clear();
    numbers.clear();
  }

  void text(String reference) {
    texts.add(reference);
  }

  void number(String reference) {
    numbers.add(reference);
  }

  Block block(String type) {
    try {
      return catalog.resource(type).orElseThrow().block();
    } catch (DecodeFailed e) {
      throw new IllegalStateException(e);
    }
  }

  static Written argument(String name, String expression) {
    return new Written.Argument(name, expression);
  }

  <T> T one(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  void body(Block schema, List<Written> parts, int depth) {
    schema.attributes().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .filter(each -> depth > 0 || !OWN.contains(each.getKey()))
        .forEach(
            each -> {
              Attribute attribute = each.getValue();
              if (attribute.isRequired()
                  || (attribute.isOptional() && random.nextInt(depth == 0 ? 4 : 2) == 0)) {
                parts.add(argument(each.getKey(), value(attribute, depth)));
              }
            });
    schema.blocks().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(each -> blocks(each.getKey(), each.getValue(), parts, depth));
  }

  private void blocks(String name, NestedBlock nested, List<Written> parts, int depth) {
    if (random.nextInt(3) != 0) {
      return;
    }
    int count =
        switch (nested.nesting()) {
          case SINGLE, GROUP -> 1;
          case LIST, SET, MAP -> 1 + random.nextInt(3);
        };
    boolean isMap = nested.nesting() == Nesting.MAP;
    if (count > 1 && !isMap && random.nextInt(4) == 0) {
      List<Written> content = new ArrayList<>();
      body(nested.body(), content, depth + 1);
      String over =
          random.nextInt(3) == 0 && !texts.isEmpty() ? "[" + one(texts) + ", \"k\"]" : "[1, 2]";
      parts.add(
          new Written.Block(
              "dynamic \"" + name + "\"",
              List.of(argument("for_each", over), new Written.Block("content", content))));
      return;
    }
    for (int i = 0; i < count; i++) {
      List<Written> inner = new ArrayList<>();
      body(nested.body(), inner, depth + 1);
      parts.add(new Written.Block(isMap ? "%s \"k%d\"".formatted(name, i) : name, inner));
    }
  }

  private String value(Attribute attribute, int depth) {
    if (!attribute.isRequired() && random.nextInt(12) == 0) {
      return "null";
    }
    return attribute.nested().isPresent()
        ? nested(attribute.nested().get(), depth)
        : value(attribute.type(), depth);
  }

  private String nested(NestedObject nested, int depth) {
    return switch (nested.nesting()) {
      case SINGLE, GROUP -> object(nested.body(), depth);
      case LIST, SET -> {
        List<String> elements = new ArrayList<>();
        int count = random.nextInt(3);
        for (int i = 0; i < count; i++) {
          elements.add(object(nested.body(), depth + 1));
        }
        yield "[" + String.join(", ", elements) + "]";
      }
      case MAP -> {
        List<String> entries = new ArrayList<>();
        int count = random.nextInt(3);
        for (int i = 0; i < count; i++) {
          entries.add("k%d = %s".formatted(i, object(nested.body(), depth + 1)));
        }
        yield "{" + String.join(", ", entries) + "}";
      }
    };
  }

  private String object(Block body, int depth) {
    List<String> parts = new ArrayList<>();
    body.attributes().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            each -> {
              Attribute attribute = each.getValue();
              if (attribute.isRequired()
                  || (attribute.isOptional() && random.nextInt(depth > 2 ? 4 : 2) == 0)) {
                parts.add(each.getKey() + " = " + value(attribute, depth + 1));
              }
            });
    return "{" + String.join(", ", parts) + "}";
  }

  private String value(Type type, int depth) {
    return switch (type) {
      case Type.Primitive primitive ->
          switch (primitive) {
            case STRING -> text();
            case NUMBER ->
                random.nextInt(4) == 0 && !numbers.isEmpty() ? one(numbers) : one(NUMBERS);
            case BOOL -> random.nextBoolean() ? "true" : "\"false\"";
          };
      case Type.ListType(Type element) -> sequence(element, depth);
      case Type.SetType(Type element) -> sequence(element, depth);
      case Type.MapType(Type element) -> {
        List<String> entries = new ArrayList<>();
        int count = random.nextInt(3);
        for (int i = 0; i < count; i++) {
          entries.add("\"k %d\" = %s".formatted(i, value(element, depth + 1)));
        }
        yield "{" + String.join(", ", entries) + "}";
      }
      case Type.TupleType tuple -> "[]";
      case Type.ObjectType object -> {
        List<String> parts = new ArrayList<>();
        object
            .attributes()
            .forEach((name, each) -> parts.add(name + " = " + value(each, depth + 1)));
        yield "{" + String.join(", ", parts) + "}";
      }
      case Type.Any any ->
          switch (random.nextInt(4)) {
            case 0 -> one(NUMBERS);
            case 1 -> "[" + text() + ", true]";
            case 2 -> "{ a = " + text() + " }";
            default -> text();
          };
    };
  }

  private String sequence(Type element, int depth) {
    List<String> elements = new ArrayList<>();
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      elements.add(value(element, depth + 1));
    }
    return "[" + String.join(", ", elements) + "]";
  }

  /** A text, or a reference to one. */
  String text() {
    if (!texts.isEmpty() && random.nextInt(3) == 0) {
      String reference = one(texts);
      return random.nextBoolean() ? reference : "\"x-${" + reference + "}\"";
    }
    return one(TEXTS);
  }
}
