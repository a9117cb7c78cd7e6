package io.sluice.bridge.rules;

import io.sluice.bridge.schema.Attribute;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.NestedBlock;
import io.sluice.bridge.schema.NestedObject;
import io.sluice.bridge.schema.Nesting;
import io.sluice.bridge.schema.ValuePath;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Whether a provider planned what it was asked to: what is configured as it is configured or as it
 * was before, and nothing else but what it may compute.
 */
public final class PlanValidity {
  private static final String UNKNOWN_BLOCK =
      "a block must not be unknown itself, only attributes in it";

  private final List<Fault> faults = new ArrayList<>();

  private PlanValidity() {}

  public static List<Fault> check(Block block, Value prior, Value config, Value planned) {
    PlanValidity validity = new PlanValidity();
    validity.object(block, prior, config, planned, ValuePath.ROOT);
    return List.copyOf(validity.faults);
  }

  private void fault(ValuePath path, String text) {
    faults.add(new Fault(path, text));
  }

  private boolean agreeOnPresence(Value config, Value planned, ValuePath path) {
    if (planned.isNull() && !config.isNull()) {
      fault(path, "planned to be absent, but it is configured");
      return false;
    }
    if (config.isNull() && !planned.isNull()) {
      fault(path, "planned to be there, but it is not configured");
      return false;
    }
    return true;
  }

  private void object(Block block, Value prior, Value config, Value planned, ValuePath path) {
    if (!agreeOnPresence(config, planned, path) || planned.isNull()) {
      return;
    }
    attributes(block, prior, config, planned, path);
    block
        .blocks()
        .forEach(
            (name, nested) ->
                block(
                    nested,
                    Parts.attribute(prior, name, nested.type()),
                    Parts.attribute(config, name, nested.type()),
                    Parts.attribute(planned, name, nested.type()),
                    path.name(name)));
  }

  private void attributes(Block block, Value prior, Value config, Value planned, ValuePath path) {
    block
        .attributes()
        .forEach(
            (name, attribute) ->
                attribute(
                    attribute,
                    Parts.attribute(prior, name, attribute.type()),
                    Parts.attribute(config, name, attribute.type()),
                    Parts.attribute(planned, name, attribute.type()),
                    path.name(name)));
  }

  private void attribute(
      Attribute attribute, Value prior, Value config, Value planned, ValuePath path) {
    if (attribute.isWriteOnly()) {
      if (!planned.isNull()) {
        fault(path, "planned with a value, although it is write-only");
      }
      return;
    }
    if (Parts.same(planned, config)) {
      return;
    }
    if (!prior.isNull() && !config.isNull() && Parts.same(planned, prior)) {
      // Another way to write what is there already.
      return;
    }
    if (attribute.isComputed() && (!attribute.isOptional() || config.isNull())) {
      return;
    }
    if (config.isNull() && !planned.isNull()) {
      fault(path, "planned with a value, but it is neither configured nor computed");
      return;
    }
    if (attribute.nested().isPresent()) {
      nested(attribute.nested().get(), prior, config, planned, path);
      return;
    }
    fault(
        path,
        prior.isNull()
            ? "planned with another value than the configured one"
            : "planned with a value that is neither the configured one nor the one before");
  }

  private void nested(
      NestedObject nested, Value prior, Value config, Value planned, ValuePath path) {
    if (!agreeOnPresence(config, planned, path) || planned.isNull()) {
      return;
    }
    if (!planned.isKnown()) {
      fault(path, "planned as unknown, but it is configured");
      return;
    }
    Type element = nested.body().type();
    switch (nested.nesting()) {
      case SINGLE, GROUP -> attributes(nested.body(), prior, config, planned, path);
      case LIST -> {
        if (sameCount(config, planned, path)) {
          List<Value> wanted = Parts.listed(config);
          List<Value> before = Parts.listed(prior);
          List<Value> given = Parts.listed(planned);
          for (int i = 0; i < given.size(); i++) {
            attributes(
                nested.body(),
                Parts.at(before, i).orElse(Value.nullOf(element)),
                wanted.get(i),
                given.get(i),
                path.index(i));
          }
        }
      }
      case MAP -> {
        if (sameCount(config, planned, path) && sameKeys(config, planned, path)) {
          Parts.entries(planned)
              .forEach(
                  (key, given) ->
                      attributes(
                          nested.body(),
                          orNull(Parts.entries(prior), key, element),
                          orNull(Parts.entries(config), key, element),
                          given,
                          path.key(key)));
        }
      }
      case SET -> {
        boolean isCountable = planned.isWhollyKnown() && config.isWhollyKnown();
        if (isCountable && planned.elements().size() != config.elements().size()) {
          fault(path, counts(config, planned));
        }
      }
    }
  }

  private boolean sameCount(Value config, Value planned, ValuePath path) {
    if (!config.isKnown()) {
      fault(path, "planned as known, but its configuration is unknown");
      return false;
    }
    if (config.isNull() || config.elements().size() == planned.elements().size()) {
      return true;
    }
    fault(path, counts(config, planned));
    return false;
  }

  private static String counts(Value config, Value planned) {
    return "%d planned, but %d configured"
        .formatted(planned.elements().size(), config.elements().size());
  }

  private boolean sameKeys(Value config, Value planned, ValuePath path) {
    int before = faults.size();
    Map<String, Value> wanted = Parts.entries(config);
    Map<String, Value> given = Parts.entries(planned);
    given.keySet().stream()
        .filter(key -> !wanted.containsKey(key))
        .forEach(key -> fault(path.key(key), "planned, but not configured"));
    wanted.keySet().stream()
        .filter(key -> !given.containsKey(key))
        .forEach(key -> fault(path.key(key), "configured, but not planned"));
    return faults.size() == before;
  }

  private static Value orNull(Map<String, Value> entries, String key, Type type) {
    Value value = entries.get(key);
    return value == null ? Value.nullOf(type) : value;
  }

  private void block(NestedBlock block, Value prior, Value config, Value planned, ValuePath path) {
    if (block.nesting() != Nesting.SINGLE && planned.isNull()) {
      fault(path, "no blocks are an empty collection, not null");
      return;
    }
    if (Parts.same(planned, config)) {
      return;
    }
    if (!config.isKnown()) {
      fault(path, "planned as known, but how many blocks there are is unknown");
      return;
    }
    if (!planned.isKnown()) {
      fault(path, UNKNOWN_BLOCK);
      return;
    }
    switch (block.nesting()) {
      case SINGLE, GROUP -> object(block.body(), prior, config, planned, path);
      case LIST -> list(block, prior, config, planned, path);
      case MAP -> map(block, prior, config, planned, path);
      // Elements differ only by their values, so it is not known which one was planned how.
      case SET ->
          planned.elements().stream()
              .filter(element -> !element.isKnown())
              .forEach(element -> fault(path.element(element), UNKNOWN_BLOCK));
    }
  }

  private void list(NestedBlock block, Value prior, Value config, Value planned, ValuePath path) {
    List<Value> wanted = Parts.listed(config);
    List<Value> given = Parts.listed(planned);
    if (wanted.size() != given.size()) {
      fault(path, "%d planned, but %d configured".formatted(given.size(), wanted.size()));
      return;
    }
    List<Value> before = Parts.listed(prior);
    for (int i = 0; i < given.size(); i++) {
      element(
          block,
          Parts.at(before, i).orElse(Value.nullOf(block.body().type())),
          wanted.get(i),
          given.get(i),
          path.index(i));
    }
  }

  private void map(NestedBlock block, Value prior, Value config, Value planned, ValuePath path) {
    if (!sameKeys(config, planned, path)) {
      return;
    }
    Type element = block.body().type();
    Parts.entries(planned)
        .forEach(
            (key, given) ->
                element(
                    block,
                    orNull(Parts.entries(prior), key, element),
                    orNull(Parts.entries(config), key, element),
                    given,
                    planned instanceof MapValue ? path.key(key) : path.name(key)));
  }

  private void element(
      NestedBlock block, Value prior, Value config, Value planned, ValuePath path) {
    if (planned.isKnown()) {
      object(block.body(), prior, config, planned, path);
    } else {
      fault(path, UNKNOWN_BLOCK);
    }
  }
}
