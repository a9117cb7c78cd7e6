package io.sluice.bridge.rules;

import io.sluice.bridge.schema.Attribute;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.ValuePath;
import io.sluice.language.value.CodePoints;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The changes that an object's lifecycle says to ignore: all, or those at paths. */
public record IgnoredChanges(boolean all, List<ValuePath> paths) {
  public static final IgnoredChanges NONE = new IgnoredChanges(false, List.of());
  public static final IgnoredChanges ALL = new IgnoredChanges(true, List.of());

  public IgnoredChanges {
    paths = List.copyOf(paths);
  }

  /** The configuration as if what is ignored were still configured as it is. */
  public Value inConfig(Block block, Value prior, Value config) {
    if (prior.isNull()) {
      return config;
    }
    if (all) {
      return Parts.transform(
          prior,
          (path, value) ->
              block.at(path).filter(IgnoredChanges::isOnlyComputed).isPresent()
                  ? Value.nullOf(value.type())
                  : value);
    }
    return kept(prior, config);
  }

  private static boolean isOnlyComputed(Attribute attribute) {
    return attribute.isComputed() && !attribute.isOptional();
  }

  /** What providers of the old kind planned, without what they changed although it is ignored. */
  public Value inPlanned(Value prior, Value planned) {
    if (prior.isNull()) {
      return planned;
    }
    return all ? prior : kept(prior, planned);
  }

  /** Innermost first, so that what holds another ignored part has the last word. */
  private Value kept(Value prior, Value value) {
    if (value.isNull()) {
      return value;
    }
    Value kept = value;
    for (ValuePath path :
        paths.stream()
            .sorted(Comparator.comparingInt((ValuePath each) -> each.steps().size()).reversed())
            .toList()) {
      kept = kept(prior, value, kept, path);
    }
    return kept;
  }

  private static Value kept(Value prior, Value original, Value kept, ValuePath path) {
    boolean isKey = !path.isRoot() && path.last() instanceof ValuePath.Step.Key;
    ValuePath place = isKey ? path.parent() : path;
    Optional<Value> before = place.in(prior);
    Optional<Value> wanted = place.in(original);
    if (before.isEmpty() || wanted.isEmpty() || before.get().equals(wanted.get())) {
      return kept;
    }
    Value old = before.get();
    return Parts.transform(
        kept,
        (at, value) -> {
          if (!at.equals(place)) {
            return value;
          }
          boolean isMap = value.type() instanceof Type.MapType;
          if (isMap && !value.isKnown()) {
            return value;
          }
          return isKey && isMap
              ? withKey(value, old, ((ValuePath.Step.Key) path.last()).key())
              : old;
        });
  }

  private static Value withKey(Value map, Value prior, String key) {
    Map<String, Value> entries = new TreeMap<>(CodePoints.ORDER);
    entries.putAll(Parts.entries(map));
    Value old = Parts.entries(prior).get(key);
    if (old == null) {
      entries.remove(key);
    } else {
      entries.put(key, old);
    }
    return entries.isEmpty() && map.isNull() ? map : MapValue.of(map.type().element(), entries);
  }
}
