package io.sluice.bridge.rules;

import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.NestedBlock;
import io.sluice.bridge.schema.ValuePath;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Refinement;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.number.BigFloat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/**
 * Whether a provider kept what it had planned: what was known is the same, what was unknown fits.
 */
public final class ObjectCompatibility {
  private final List<Fault> faults = new ArrayList<>();

  private ObjectCompatibility() {}

  public static List<Fault> check(Block block, Value planned, Value actual) {
    ObjectCompatibility compatibility = new ObjectCompatibility();
    compatibility.object(block, planned, actual, ValuePath.ROOT);
    return List.copyOf(compatibility.faults);
  }

  private void fault(ValuePath path, String text) {
    faults.add(new Fault(path, text));
  }

  private void object(Block block, Value planned, Value actual, ValuePath path) {
    if (planned.isNull() && !actual.isNull()) {
      fault(path, "was absent, but is there now");
      return;
    }
    if (actual.isNull() && !planned.isNull()) {
      fault(path, "was there, but is absent now");
      return;
    }
    if (planned.isNull()) {
      return;
    }
    block
        .attributes()
        .forEach(
            (name, attribute) ->
                value(
                    Parts.attribute(planned, name, attribute.type()),
                    Parts.attribute(actual, name, attribute.type()),
                    path.name(name)));
    block
        .blocks()
        .forEach(
            (name, nested) ->
                block(
                    nested,
                    Parts.attribute(planned, name, nested.type()),
                    Parts.attribute(actual, name, nested.type()),
                    path.name(name)));
  }

  private void block(NestedBlock block, Value planned, Value actual, ValuePath path) {
    switch (block.nesting()) {
      case SINGLE, GROUP -> {
        if (planned.isKnown() || !actual.isNull()) {
          object(block.body(), planned, actual, path);
        }
      }
      case LIST -> {
        if (areThere(planned, actual)) {
          list(block, planned, actual, path);
        }
      }
      case MAP -> {
        if (areThere(planned, actual)) {
          map(block, planned, actual, path);
        }
      }
      case SET -> {
        if (areThere(planned, actual)) {
          set(planned, actual, path, (before, now) -> check(block.body(), before, now).isEmpty());
        }
      }
    }
  }

  private static boolean areThere(Value planned, Value actual) {
    return planned.isKnown() && actual.isKnown() && !planned.isNull() && !actual.isNull();
  }

  private void list(NestedBlock block, Value planned, Value actual, ValuePath path) {
    List<Value> before = Parts.listed(planned);
    List<Value> now = Parts.listed(actual);
    if (before.size() != now.size()) {
      fault(
          path,
          "%d blocks were planned, but now there are %d".formatted(before.size(), now.size()));
      return;
    }
    for (int i = 0; i < before.size(); i++) {
      object(block.body(), before.get(i), now.get(i), path.index(i));
    }
  }

  private void map(NestedBlock block, Value planned, Value actual, ValuePath path) {
    Map<String, Value> now = Parts.entries(actual);
    if (sameKeys(planned, actual, path)) {
      Parts.entries(planned)
          .forEach(
              (key, before) ->
                  object(
                      block.body(),
                      before,
                      now.getOrDefault(key, Value.nullOf(before.type())),
                      path.key(key)));
    }
  }

  private boolean sameKeys(Value planned, Value actual, ValuePath path) {
    TreeSet<String> before = new TreeSet<>(Parts.entries(planned).keySet());
    TreeSet<String> now = new TreeSet<>(Parts.entries(actual).keySet());
    before.stream()
        .filter(key -> !now.contains(key))
        .forEach(key -> fault(path.key(key), "has vanished"));
    now.stream()
        .filter(key -> !before.contains(key))
        .forEach(key -> fault(path.key(key), "has appeared"));
    return before.equals(now);
  }

  private void value(Value planned, Value actual, ValuePath path) {
    if (planned.type().isAny()) {
      return;
    }
    if (!Conversion.conforms(actual.type(), planned.type())) {
      fault(path, "is of another type than was planned");
      return;
    }
    if (planned instanceof Value.UnknownValue unknown) {
      if (!includes(unknown.refinement(), actual)) {
        fault(path, "is outside of what was planned");
      }
      return;
    }
    if (actual.isNull() || planned.isNull()) {
      if (actual.isNull() != planned.isNull()) {
        fault(path, actual.isNull() ? "was planned, but is null now" : "was null, but no more");
      }
      return;
    }
    if (!actual.isKnown()) {
      fault(path, "was known, but is unknown now");
      return;
    }
    known(planned, actual, path);
  }

  private void known(Value planned, Value actual, ValuePath path) {
    switch (planned) {
      case ListValue list -> sequence(list.list(), Parts.listed(actual), path);
      case TupleValue tuple -> sequence(tuple.list(), Parts.listed(actual), path);
      case MapValue map -> mapping(map, actual, path, true);
      case ObjectValue object -> mapping(object, actual, path, false);
      case SetValue set ->
          set(
              set,
              actual,
              path,
              (before, now) -> {
                ObjectCompatibility one = new ObjectCompatibility();
                one.value(before, now, path);
                return one.faults.isEmpty();
              });
      default -> {
        if (!planned.equals(actual)) {
          fault(path, "is not what was planned");
        }
      }
    }
  }

  private void sequence(List<Value> planned, List<Value> actual, ValuePath path) {
    for (int i = 0; i < Math.max(planned.size(), actual.size()); i++) {
      if (i >= actual.size()) {
        fault(path.index(i), "has vanished");
      } else if (i >= planned.size()) {
        fault(path.index(i), "has appeared");
      } else {
        value(planned.get(i), actual.get(i), path.index(i));
      }
    }
  }

  private void mapping(Value planned, Value actual, ValuePath path, boolean isMap) {
    if (sameKeys(planned, actual, path)) {
      Map<String, Value> now = Parts.entries(actual);
      Parts.entries(planned)
          .forEach(
              (key, before) ->
                  value(
                      before,
                      now.getOrDefault(key, Value.nullOf(before.type())),
                      isMap ? path.key(key) : path.name(key)));
    }
  }

  /** Unknown elements may turn out equal and become one, but there are never more. */
  private void set(Value planned, Value actual, ValuePath path, BiPredicate<Value, Value> matches) {
    List<Value> before = Parts.listed(planned);
    List<Value> now = Parts.listed(actual);
    for (Value each : before) {
      if (now.stream().noneMatch(other -> matches.test(each, other))) {
        fault(path.element(each), "was planned, but nothing like it is there now");
        return;
      }
    }
    for (Value each : now) {
      if (before.stream().noneMatch(other -> matches.test(other, each))) {
        fault(path.element(each), "is there now, but nothing like it was planned");
        return;
      }
    }
    if (now.size() > before.size()) {
      fault(path, "has %d elements, but %d were planned".formatted(now.size(), before.size()));
    }
  }

  static boolean includes(Refinement known, Value actual) {
    return switch (actual) {
      case Value.NullValue nothing -> !known.notNull();
      case Value.UnknownValue unknown -> true;
      case Value.StringValue(String text) -> text.startsWith(known.prefix());
      case Value.NumberValue(BigFloat number) -> isWithin(known, number);
      default -> {
        Type type = actual.type();
        int size = type.isCollection() ? actual.elements().size() : 0;
        boolean isCountable = type.isCollection() && actual.isWhollyKnown();
        yield !isCountable || (size >= known.minLength() && size <= known.maxLength());
      }
    };
  }

  private static boolean isWithin(Refinement known, BigFloat number) {
    Refinement.Bound lower = known.lower();
    Refinement.Bound upper = known.upper();
    int above = lower == null ? 1 : number.compareTo(lower.number());
    int below = upper == null ? -1 : number.compareTo(upper.number());
    return (above > 0 || (above == 0 && lower != null && lower.inclusive()))
        && (below < 0 || (below == 0 && upper != null && upper.inclusive()));
  }
}
