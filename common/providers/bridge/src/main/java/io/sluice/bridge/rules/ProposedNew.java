package io.sluice.bridge.rules;

import io.sluice.bridge.schema.Attribute;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.NestedBlock;
import io.sluice.bridge.schema.NestedObject;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an object would be if the provider had nothing to say: the configuration, with the prior
 * values of what the provider may compute and the configuration leaves out. A provider is asked to
 * plan with this in hand.
 */
public final class ProposedNew {
  private ProposedNew() {}

  public static Value of(Block block, Value prior, Value config) {
    if (config.isNull() && prior.isNull()) {
      return prior;
    }
    return merged(block, prior.isNull() ? block.empty() : prior, config);
  }

  /** The same for what is only read: everything that is computed is unknown. */
  public static Value ofUnread(Block block, Value config) {
    return merged(block, Value.unknown(block.type()), config);
  }

  private static Value merged(Block block, Value prior, Value config) {
    if (config.isNull() || !config.isKnown()) {
      return prior;
    }
    Map<String, Value> parts = attributes(block, prior, config);
    block
        .blocks()
        .forEach(
            (name, nested) ->
                parts.put(
                    name,
                    block(
                        nested,
                        Parts.attribute(prior, name, nested.type()),
                        Parts.attribute(config, name, nested.type()))));
    return ObjectValue.of(parts);
  }

  private static Map<String, Value> attributes(Block block, Value prior, Value config) {
    Map<String, Value> parts = new LinkedHashMap<>();
    block
        .attributes()
        .forEach(
            (name, attribute) ->
                parts.put(
                    name,
                    attribute(
                        attribute,
                        Parts.attribute(prior, name, attribute.type()),
                        Parts.attribute(config, name, attribute.type()))));
    return parts;
  }

  private static Value attribute(Attribute attribute, Value prior, Value config) {
    if (attribute.isComputed() && config.isNull()) {
      return wasConfigured(attribute, prior) ? config : prior;
    }
    return attribute.nested().isPresent()
        ? nested(attribute.nested().get(), prior, config)
        : config;
  }

  /** Something in the prior object can't have been computed, so somebody had configured it. */
  private static boolean wasConfigured(Attribute attribute, Value prior) {
    if (!attribute.isOptional() || attribute.nested().isEmpty()) {
      return false;
    }
    Block body = attribute.nested().get().body();
    boolean[] found = {false};
    Parts.walk(
        prior,
        (path, value) -> {
          if (!value.isNull()) {
            found[0] |= body.at(path).filter(inner -> !inner.isComputed()).isPresent();
          }
          return !found[0];
        });
    return found[0];
  }

  /** How an element of a nested block or object is merged. */
  private interface Merge {
    Value of(Value prior, Value config);
  }

  private static Value block(NestedBlock block, Value prior, Value config) {
    if (!config.isKnown()) {
      return config;
    }
    Merge merge = (before, wanted) -> of(block.body(), before, wanted);
    Type element = block.body().type();
    return switch (block.nesting()) {
      case SINGLE -> config.isNull() ? config : merge.of(prior, config);
      case GROUP -> merge.of(prior, config);
      case LIST -> list(merge, element, prior, config);
      case MAP -> map(merge, prior, config);
      case SET -> set(block.body(), merge, prior, config);
    };
  }

  private static Value nested(NestedObject nested, Value prior, Value config) {
    if (!config.isKnown()) {
      return config;
    }
    Merge merge =
        (before, wanted) ->
            wanted.isNull() ? wanted : ObjectValue.of(attributes(nested.body(), before, wanted));
    Type element = nested.body().type();
    return switch (nested.nesting()) {
      case SINGLE, GROUP -> config.isNull() ? config : merge.of(prior, config);
      case LIST -> list(merge, element, prior, config);
      case MAP -> map(merge, prior, config);
      case SET -> set(nested.body(), merge, prior, config);
    };
  }

  private static Value list(Merge merge, Type declared, Value prior, Value config) {
    if (!Parts.hasElements(config)) {
      return config;
    }
    List<Value> before = Parts.listed(prior);
    List<Value> wanted = Parts.listed(config);
    List<Value> merged = new ArrayList<>();
    for (int i = 0; i < wanted.size(); i++) {
      Optional<Value> element =
          prior.isKnown()
              ? Parts.at(before, i)
              : Optional.of(Value.unknown(Parts.elementType(prior, declared)));
      Value each = wanted.get(i);
      merged.add(element.map(there -> merge.of(there, each)).orElse(each));
    }
    return Parts.likeSequence(config, merged);
  }

  private static Value map(Merge merge, Value prior, Value config) {
    if (!Parts.hasElements(config)) {
      return config;
    }
    Map<String, Value> before = Parts.entries(prior);
    Map<String, Value> merged = new LinkedHashMap<>();
    Parts.entries(config)
        .forEach(
            (key, wanted) -> {
              Value there = before.get(key);
              if (there == null) {
                there =
                    prior.isKnown() ? Value.nullOf(wanted.type()) : Value.unknown(wanted.type());
              }
              merged.put(key, merge.of(there, wanted));
            });
    return Parts.likeMapping(config, merged);
  }

  private static Value set(Block body, Merge merge, Value prior, Value config) {
    if (!Parts.hasElements(config)) {
      return config;
    }
    Type element = config.type().element();
    List<Value> unused = new ArrayList<>(Parts.listed(prior));
    List<Value> merged = new ArrayList<>();
    for (Value wanted : Parts.listed(config)) {
      Value match = Value.nullOf(element);
      for (int i = 0; i < unused.size(); i++) {
        if (couldComeFrom(body, unused.get(i), wanted)) {
          match = unused.remove(i);
          break;
        }
      }
      merged.add(merge.of(match, wanted));
    }
    return SetValue.of(element, merged);
  }

  /** Whether the prior element is the configured one with nothing but computed values added. */
  static boolean couldComeFrom(Block body, Value prior, Value config) {
    if (Parts.same(prior, config)) {
      return true;
    }
    boolean[] valid = {true};
    Parts.walk(
        prior,
        (path, before) -> {
          if (!valid[0]) {
            return false;
          }
          Optional<Value> wanted = path.in(config);
          if (wanted.isEmpty()) {
            valid[0] = false;
            return false;
          }
          if (Parts.same(wanted.get(), before)) {
            return false;
          }
          if (wanted.get().type() instanceof Type.SetType) {
            valid[0] = false;
            return false;
          }
          Optional<Attribute> attribute = body.at(path);
          if (attribute.isEmpty() || attribute.get().nested().isPresent()) {
            return true;
          }
          valid[0] = attribute.get().isComputed() && wanted.get().isNull();
          return false;
        });
    return valid[0];
  }
}
