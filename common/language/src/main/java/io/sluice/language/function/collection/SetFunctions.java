package io.sluice.language.function.collection;

import io.sluice.language.function.Function;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Parameter;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.language.value.convert.Unification;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Sets with sets. */
public final class SetFunctions {
  private interface Operation {
    Set<Value> apply(Set<Value> left, Set<Value> right);
  }

  private SetFunctions() {}

  public static List<Function> all() {
    Type anySet = Type.set(Types.ANY);
    return List.of(
        many("setunion", anySet, SetFunctions::union, true),
        many("setintersection", anySet, SetFunctions::intersection, false),
        Function.named("setsubtract")
            .with(Parameter.of("a", anySet))
            .with(Parameter.of("b", anySet))
            .gives(SetFunctions::commonType)
            .does((a, type, context) -> combined(a, type, SetFunctions::difference, false)));
  }

  private static Function many(String name, Type type, Operation operation, boolean keepsUnknown) {
    return Function.named(name)
        .with(Parameter.of("first_set", type))
        .more(Parameter.of("other_sets", type))
        .gives(SetFunctions::commonType)
        .does((a, result, context) -> combined(a, result, operation, keepsUnknown));
  }

  private static Type commonType(List<Value> sets) throws FunctionFailure {
    List<Type> elements = new ArrayList<>();
    for (Value set : sets) {
      Type type = set.type();
      if (type instanceof Type.SetType(Type element)) {
        boolean empty = set.isKnown() && set.elements().isEmpty() && element.isAny();
        if (!empty) {
          elements.add(element);
        }
      }
    }
    if (elements.isEmpty()) {
      return Type.set(Types.ANY);
    }
    Type unified = Unification.unify(elements, true);
    if (unified == null) {
      throw new FunctionFailure("given sets must all have compatible element types");
    }
    return Type.set(unified);
  }

  private static Value combined(
      List<Value> sets, Type type, Operation operation, boolean keepsUnknown)
      throws FunctionFailure {
    Set<Value> result = null;
    for (int i = 0; i < sets.size(); i++) {
      Value set = converted(sets.get(i), type, i);
      if (!set.isWhollyKnown() && !keepsUnknown) {
        return Value.unknownNotNull(type);
      }
      Set<Value> elements = new LinkedHashSet<>(set.elements());
      result = result == null ? elements : operation.apply(result, elements);
    }
    return SetValue.of(type.element(), result == null ? Set.of() : result);
  }

  private static Value converted(Value set, Type type, int argument) throws FunctionFailure {
    try {
      return Conversion.convert(set, type);
    } catch (ConversionException e) {
      throw new FunctionFailure(argument, e.reason());
    }
  }

  private static Set<Value> union(Set<Value> left, Set<Value> right) {
    Set<Value> all = new LinkedHashSet<>(left);
    all.addAll(right);
    return all;
  }

  private static Set<Value> intersection(Set<Value> left, Set<Value> right) {
    Set<Value> both = new LinkedHashSet<>(left);
    both.retainAll(right);
    return both;
  }

  private static Set<Value> difference(Set<Value> left, Set<Value> right) {
    Set<Value> rest = new LinkedHashSet<>(left);
    rest.removeAll(right);
    return rest;
  }
}
