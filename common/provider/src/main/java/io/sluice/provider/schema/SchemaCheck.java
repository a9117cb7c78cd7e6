package io.sluice.provider.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.Suggestion;
import io.sluice.model.json.Json;
import io.sluice.model.json.JsonPointers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Holds a configuration against a schema. All faults are found at once. What is not known yet
 * ({@code ${…}}, {@code {"$expr": …}}) fits every type, so the same check is made again by the
 * worker once everything is substituted.
 */
public final class SchemaCheck {
  private final TypeFit fit = new TypeFit();
  private final List<ConfigFault> faults = new ArrayList<>();

  private SchemaCheck() {}

  public static List<ConfigFault> check(TypeSchema schema, JsonNode config) {
    return check(schema.body(), config);
  }

  public static List<ConfigFault> check(BlockBody body, JsonNode config) {
    SchemaCheck check = new SchemaCheck();
    check.body(body, config, "");
    List<ConfigFault> all = new ArrayList<>(check.faults);
    all.addAll(check.fit.faults());
    all.sort(Comparator.comparing(ConfigFault::pointer).thenComparing(ConfigFault::summary));
    return List.copyOf(all);
  }

  /**
   * The configuration as a provider gets it: values converted to their types, defaults filled in,
   * nulls left out, single blocks where a list is meant as lists. What is faulty stays as it is.
   */
  public static JsonNode conform(TypeSchema schema, JsonNode config) {
    return conform(schema.body(), config);
  }

  public static JsonNode conform(BlockBody body, JsonNode config) {
    return new SchemaCheck().body(body, config, "");
  }

  private JsonNode body(BlockBody body, JsonNode config, String pointer) {
    if (Deferred.is(config)) {
      return config;
    }
    if (!config.isObject()) {
      faults.add(ConfigFault.error(pointer, "Wrong type", "This must be an object."));
      return config;
    }
    ObjectNode conformed = Json.object();
    for (Map.Entry<String, JsonNode> entry : config.properties()) {
      entry(body, entry.getKey(), entry.getValue(), pointer, conformed);
    }
    for (AttributeSchema attribute : body.attributes()) {
      absent(attribute, config, pointer, conformed);
    }
    for (BlockSchema block : body.blocks()) {
      if (block.nesting() == BlockSchema.Nesting.GROUP && !conformed.has(block.name())) {
        String within = JsonPointers.child(pointer, block.name());
        conformed.set(block.name(), body(block.body(), Json.object(), within));
      }
      count(block, conformed, pointer);
    }
    for (ConfigRule rule : body.rules()) {
      rule(rule, config, pointer);
    }
    return conformed;
  }

  private void entry(
      BlockBody body, String name, JsonNode value, String parent, ObjectNode conformed) {
    String pointer = JsonPointers.child(parent, name);
    var block = body.block(name);
    if (block.isPresent()) {
      if (!value.isNull()) {
        conformed.set(name, block(block.get(), value, pointer));
      }
      return;
    }
    var attribute = body.attribute(name);
    if (attribute.isEmpty()) {
      faults.add(unknown(body, name, pointer));
      conformed.set(name, value);
    } else if (!attribute.get().configurable()) {
      if (!value.isNull()) {
        faults.add(
            ConfigFault.error(
                pointer,
                "Value decided by the provider",
                "\"" + name + "\" can be read but not set; remove it."));
      }
    } else if (!value.isNull()) {
      conformed.set(name, attribute(attribute.get(), value, pointer));
    }
  }

  private JsonNode attribute(AttributeSchema attribute, JsonNode value, String pointer) {
    if (attribute.deprecation() != null) {
      faults.add(
          new ConfigFault(
              pointer,
              true,
              "Deprecated argument",
              "\"" + attribute.name() + "\" is deprecated: " + attribute.deprecation(),
              null));
    }
    int before = fit.faults().size();
    JsonNode fitted = fit.fit(attribute.type(), value, pointer);
    if (fit.faults().size() == before && !Deferred.is(fitted)) {
      attribute
          .check()
          .fault(fitted)
          .ifPresent(
              fault ->
                  faults.add(
                      ConfigFault.error(
                          pointer,
                          "Invalid value",
                          "\"" + attribute.name() + "\" " + fault + ".")));
    }
    return fitted;
  }

  private JsonNode block(BlockSchema block, JsonNode value, String pointer) {
    return switch (block.nesting()) {
      case SINGLE, GROUP ->
          body(block.body(), value.isArray() && value.size() == 1 ? value.get(0) : value, pointer);
      case LIST, SET -> {
        if (Deferred.is(value)) {
          yield value;
        }
        ArrayNode blocks = Json.mapper().createArrayNode();
        if (!value.isArray()) {
          yield blocks.add(body(block.body(), value, pointer));
        }
        for (int i = 0; i < value.size(); i++) {
          blocks.add(body(block.body(), value.get(i), pointer + "/" + i));
        }
        yield blocks;
      }
      case MAP -> {
        if (!value.isObject() || Deferred.is(value)) {
          yield body(block.body(), value, pointer);
        }
        ObjectNode blocks = Json.object();
        for (Map.Entry<String, JsonNode> entry : value.properties()) {
          blocks.set(
              entry.getKey(),
              body(block.body(), entry.getValue(), JsonPointers.child(pointer, entry.getKey())));
        }
        yield blocks;
      }
    };
  }

  private void absent(
      AttributeSchema attribute, JsonNode config, String parent, ObjectNode conformed) {
    if (config.hasNonNull(attribute.name())) {
      return;
    }
    if (attribute.presence() == AttributeSchema.Presence.REQUIRED) {
      faults.add(
          ConfigFault.error(
              parent,
              "Missing required argument",
              "The argument \"" + attribute.name() + "\" is required, but no value is given."));
    } else if (!attribute.defaultValue().isNull()) {
      conformed.set(attribute.name(), attribute.defaultValue().deepCopy());
    }
  }

  private void count(BlockSchema block, ObjectNode conformed, String parent) {
    JsonNode blocks = conformed.get(block.name());
    if (blocks != null && Deferred.is(blocks)) {
      return;
    }
    int count = blocks == null ? 0 : block.nesting().isOne() ? 1 : blocks.size();
    if (count < block.min() || (block.max() > 0 && count > block.max())) {
      faults.add(
          ConfigFault.error(
              parent,
              count < block.min() ? "Missing block" : "Too many blocks",
              "There are "
                  + count
                  + " blocks \""
                  + block.name()
                  + "\", allowed are "
                  + (block.max() > 0
                      ? block.min() + " to " + block.max()
                      : block.min() + " or more")
                  + "."));
    }
  }

  private void rule(ConfigRule rule, JsonNode config, String pointer) {
    List<String> set = rule.names().stream().filter(config::hasNonNull).toList();
    String names = String.join(", ", rule.names());
    String problem =
        switch (rule) {
          case ConfigRule.ExactlyOneOf exactly ->
              set.size() == 1 ? "" : "Exactly one of " + names + " must be given";
          case ConfigRule.AtMostOneOf most ->
              set.size() <= 1 ? "" : "At most one of " + names + " can be given";
          case ConfigRule.AtLeastOneOf least ->
              set.isEmpty() ? "At least one of " + names + " must be given" : "";
        };
    if (!problem.isEmpty()) {
      String given = set.isEmpty() ? "none is" : "given: " + String.join(", ", set);
      faults.add(
          ConfigFault.error(
              pointer, "Invalid combination of arguments", problem + "; " + given + "."));
    }
  }

  private static ConfigFault unknown(BlockBody body, String name, String pointer) {
    List<String> names = body.configurableNames();
    return new ConfigFault(
        pointer,
        false,
        "Unsupported argument",
        "An argument named \"" + name + "\" is not expected here.",
        Suggestion.of(name, names)
            .map(meant -> "Did you mean \"" + meant + "\"?")
            .orElse(
                names.isEmpty()
                    ? "Nothing can be set here."
                    : "Expected are: " + String.join(", ", names) + "."));
  }
}
