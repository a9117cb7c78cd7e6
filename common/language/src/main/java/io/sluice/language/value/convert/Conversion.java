package io.sluice.language.value.convert;

import io.sluice.language.value.CodePoints;
import io.sluice.language.value.GoQuote;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.Refinement;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Conversion of values between types. A conversion is <em>safe</em> if it succeeds for every value
 * of the type (number to string), <em>unsafe</em> if the value decides (string to number).
 */
public final class Conversion {
  /** What carries one conversion out; it never sees null, unknown or marked values. */
  interface Step {
    Value apply(Value value, String path) throws ConversionException;
  }

  private Conversion() {}

  /** The value as one of the type; unknown, null and marks go with it. */
  public static Value convert(Value value, Type want) throws ConversionException {
    Type have = value.type();
    if (have.equals(want) || want.isAny()) {
      return value;
    }
    Step step = find(have, want, true);
    if (step == null) {
      if (have.equals(want.withoutOptional())) {
        return value;
      }
      throw new ConversionException("", Mismatch.describe(have, want));
    }
    return step.apply(value, "");
  }

  /** Whether some values of a type can become values of another. */
  public static boolean isPossible(Type from, Type to) {
    return from.equals(to) || find(from, to, true) != null;
  }

  /** Whether a value of the type is acceptable where the constraint is, unconverted. */
  public static boolean conforms(Type type, Type constraint) {
    if (constraint.isAny() || type.equals(constraint)) {
      return true;
    }
    return switch (constraint) {
      case Type.Any any -> true;
      case Type.Primitive p -> false;
      case Type.ListType(Type want) ->
          type instanceof Type.ListType(Type have) && conforms(have, want);
      case Type.SetType(Type want) ->
          type instanceof Type.SetType(Type have) && conforms(have, want);
      case Type.MapType(Type want) ->
          type instanceof Type.MapType(Type have) && conforms(have, want);
      case Type.TupleType(List<Type> want) -> {
        if (!(type instanceof Type.TupleType(List<Type> have)) || have.size() != want.size()) {
          yield false;
        }
        boolean all = true;
        for (int i = 0; i < want.size(); i++) {
          all &= conforms(have.get(i), want.get(i));
        }
        yield all;
      }
      case Type.ObjectType want ->
          type instanceof Type.ObjectType have
              && have.attributes().keySet().equals(want.attributes().keySet())
              && want.attributes().entrySet().stream()
                  .allMatch(e -> conforms(attribute(have, e.getKey()), e.getValue()));
    };
  }

  static Type attribute(Type.ObjectType object, String name) {
    Type type = object.attributes().get(name);
    if (type == null) {
      throw new IllegalStateException("no attribute " + name);
    }
    return type;
  }

  /** The conversion, or null if there is none; from a type to itself it does nothing. */
  static @Nullable Step find(Type in, Type out, boolean unsafe) {
    if (in.equals(out) || out.isAny()) {
      return (value, path) -> value;
    }
    Step step = known(in, out, unsafe);
    return step == null ? null : guarded(step, in, out);
  }

  private static Step guarded(Step step, Type in, Type out) {
    return (value, path) -> {
      Value inner = value.unmarked();
      Value result =
          switch (inner) {
            case Value.NullValue nothing -> Value.nullOf(FilledIn.fill(in, out));
            case Value.UnknownValue unknown -> unknown(unknown, FilledIn.fill(in, out));
            default -> step.apply(inner, path);
          };
      return result.withMarks(value.marks());
    };
  }

  private static Value unknown(Value.UnknownValue value, Type type) {
    if (type.isAny()) {
      return Values.UNKNOWN;
    }
    Refinement old = value.refinement();
    Refinement kept = old.notNull() ? Refinement.NOT_NULL : Refinement.NONE;
    boolean sameLength =
        (value.type().isCollection() && type.isCollection())
            && (!(type instanceof Type.SetType) || value.type() instanceof Type.SetType);
    if (sameLength) {
      kept = kept.withLength(old.minLength(), old.maxLength());
    } else if (value.type() instanceof Type.TupleType(List<Type> elements)
        && type instanceof Type.ListType) {
      kept = kept.withLength(elements.size(), elements.size());
    }
    return new Value.UnknownValue(type.withoutOptional(), kept);
  }

  private static @Nullable Step known(Type in, Type out, boolean unsafe) {
    if (in.isAny()) {
      return unsafe ? (value, path) -> Conversion.convert(value, out) : null;
    }
    return switch (out) {
      case Type.Any any -> (value, path) -> value;
      case Type.Primitive primitive ->
          in instanceof Type.Primitive from ? Scalars.step(from, primitive, unsafe) : null;
      case Type.ListType(Type element) ->
          switch (in) {
            case Type.ListType(Type from) -> sequence(from, out, element, unsafe);
            case Type.SetType(Type from) -> sequence(from, out, element, unsafe);
            case Type.TupleType(List<Type> from) -> tuple(from, out, element, unsafe);
            default -> null;
          };
      case Type.SetType(Type element) ->
          switch (in) {
            case Type.SetType(Type from) -> sequence(from, out, element, unsafe);
            case Type.ListType(Type from) -> unsafe ? sequence(from, out, element, true) : null;
            case Type.TupleType(List<Type> from) -> unsafe ? tuple(from, out, element, true) : null;
            default -> null;
          };
      case Type.MapType(Type element) ->
          switch (in) {
            case Type.MapType(Type from) -> mapping(from, element, unsafe);
            case Type.ObjectType from -> object(from, element, unsafe);
            default -> null;
          };
      case Type.TupleType(List<Type> to) ->
          in instanceof Type.TupleType(List<Type> from) ? tuples(from, to, unsafe) : null;
      case Type.ObjectType to ->
          switch (in) {
            case Type.ObjectType from -> Objects.fromObject(from, to, unsafe);
            case Type.MapType(Type from) -> unsafe ? Objects.fromMap(from, to) : null;
            default -> null;
          };
    };
  }

  private static @Nullable Step sequence(Type from, Type out, Type element, boolean unsafe) {
    Step each = find(from, element, unsafe);
    if (each == null) {
      return null;
    }
    return (value, path) -> {
      List<Value> converted = new ArrayList<>(value.elements().size());
      for (Value part : value.elements()) {
        converted.add(each.apply(part, path + "[" + converted.size() + "]"));
      }
      return collect(out, FilledIn.fill(from, element), converted, path);
    };
  }

  private static @Nullable Step tuple(List<Type> from, Type out, Type element, boolean unsafe) {
    Type target = element.isAny() && !from.isEmpty() ? Unification.unify(from, unsafe) : element;
    if (target == null) {
      return null;
    }
    List<Step> steps = steps(from, target, unsafe);
    if (steps == null) {
      return null;
    }
    return (value, path) -> {
      List<Value> converted = new ArrayList<>(steps.size());
      for (Value part : value.elements()) {
        int i = converted.size();
        converted.add(steps.get(i).apply(part, path + "[" + i + "]"));
      }
      return collect(out, target, converted, path);
    };
  }

  /** One step for each type; equal types share one, since tuples can be very long. */
  private static @Nullable List<Step> steps(Collection<Type> from, Type target, boolean unsafe) {
    Map<Type, Step> known = new HashMap<>();
    List<Step> steps = new ArrayList<>(from.size());
    for (Type type : from) {
      Step step = known.get(type);
      if (step == null) {
        step = find(type, target, unsafe);
        if (step == null) {
          return null;
        }
        known.put(type, step);
      }
      steps.add(step);
    }
    return steps;
  }

  private static Value collect(Type out, Type element, List<Value> converted, String path)
      throws ConversionException {
    List<Value> same = Unification.alike(converted, path);
    Type type = Unification.elementType(same, element);
    return out instanceof Type.SetType ? SetValue.of(type, same) : ListValue.of(type, same);
  }

  private static @Nullable Step mapping(Type from, Type element, boolean unsafe) {
    Step each = find(from, element, unsafe);
    if (each == null) {
      return null;
    }
    return (value, path) -> {
      SortedMap<String, Value> converted = new TreeMap<>(CodePoints.ORDER);
      for (Map.Entry<String, Value> entry : value.entries().entrySet()) {
        String inner = path + "[" + GoQuote.quote(entry.getKey()) + "]";
        converted.put(entry.getKey(), each.apply(entry.getValue(), inner));
      }
      return collect(FilledIn.fill(from, element), converted, path);
    };
  }

  private static @Nullable Step object(Type.ObjectType from, Type element, boolean unsafe) {
    List<Type> types = List.copyOf(from.attributes().values());
    Type target = element.isAny() && !types.isEmpty() ? Unification.unify(types, unsafe) : element;
    if (target == null) {
      return null;
    }
    List<Step> steps = steps(types, target, unsafe);
    if (steps == null) {
      return null;
    }
    return (value, path) -> {
      SortedMap<String, Value> converted = new TreeMap<>(CodePoints.ORDER);
      for (Map.Entry<String, Value> entry : value.entries().entrySet()) {
        String inner = path + "[" + GoQuote.quote(entry.getKey()) + "]";
        converted.put(entry.getKey(), steps.get(converted.size()).apply(entry.getValue(), inner));
      }
      return collect(target, converted, path);
    };
  }

  private static Value collect(Type element, SortedMap<String, Value> converted, String path)
      throws ConversionException {
    List<Value> same = Unification.alike(List.copyOf(converted.values()), path);
    int i = 0;
    for (Map.Entry<String, Value> entry : converted.entrySet()) {
      entry.setValue(same.get(i++));
    }
    return MapValue.of(Unification.elementType(same, element), converted);
  }

  private static @Nullable Step tuples(List<Type> from, List<Type> to, boolean unsafe) {
    if (from.size() != to.size()) {
      return null;
    }
    List<Step> steps = new ArrayList<>(from.size());
    for (int i = 0; i < from.size(); i++) {
      Step step = find(from.get(i), to.get(i), unsafe);
      if (step == null) {
        return null;
      }
      steps.add(step);
    }
    return (value, path) -> {
      List<Value> converted = new ArrayList<>(steps.size());
      for (Value part : value.elements()) {
        int i = converted.size();
        converted.add(steps.get(i).apply(part, path + "[" + i + "]"));
      }
      return TupleValue.of(converted);
    };
  }
}
