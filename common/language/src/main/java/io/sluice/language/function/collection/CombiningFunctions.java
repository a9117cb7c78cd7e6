package io.sluice.language.function.collection;

import io.sluice.language.function.Function;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Parameter;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.language.value.convert.Unification;
import java.util.ArrayList;
import java.util.List;

/** Several sequences to one: one behind the other, or each with each. */
public final class CombiningFunctions {
  private static final int LARGEST_PRODUCT = 1_000_000;

  private CombiningFunctions() {}

  public static List<Function> all() {
    return List.of(concat(), setProduct());
  }

  private static Function concat() {
    return Function.named("concat")
        .more(Parameter.of("seqs", Types.ANY).allowingMarks().allowingUnknown())
        .gives(CombiningFunctions::concatType)
        .does(
            (a, type, context) -> {
              List<Value> all = new ArrayList<>();
              for (Value part : a) {
                if (!part.isKnown()) {
                  return unknown(type, a);
                }
                all.addAll(part.unmarked().elements());
              }
              Value result =
                  type instanceof Type.ListType(Type element)
                      ? ListValue.of(element, converted(all, element))
                      : TupleValue.of(all);
              return withAllMarks(result, a);
            });
  }

  private static Value unknown(Type type, List<Value> arguments) {
    return withAllMarks(Value.unknownNotNull(type), arguments);
  }

  private static Value withAllMarks(Value value, List<Value> arguments) {
    Value marked = value;
    for (Value argument : arguments) {
      marked = marked.withMarks(argument.marks());
    }
    return marked;
  }

  private static Type concatType(List<Value> arguments) throws FunctionFailure {
    if (arguments.isEmpty()) {
      throw new FunctionFailure("at least one argument is required");
    }
    List<Type> elements = new ArrayList<>();
    boolean lists = true;
    boolean unknownTuple = false;
    for (int i = 0; i < arguments.size(); i++) {
      Type type = arguments.get(i).type();
      switch (type) {
        case Type.ListType(Type element) -> elements.add(element);
        case Type.TupleType tuple -> lists = false;
        default ->
            throw new FunctionFailure(
                i, "all arguments must be lists or tuples; got " + type.friendlyName());
      }
      unknownTuple |= !arguments.get(i).isKnown();
    }
    if (lists) {
      Type unified = Unification.unify(elements, true);
      if (unified != null) {
        return Type.list(unified);
      }
    }
    return unknownTuple ? Types.ANY : Type.tuple(List.of());
  }

  private static List<Value> converted(List<Value> values, Type want) throws FunctionFailure {
    List<Value> result = new ArrayList<>(values.size());
    for (Value value : values) {
      try {
        result.add(Conversion.convert(value, want));
      } catch (ConversionException e) {
        throw new FunctionFailure(e.reason());
      }
    }
    return result;
  }

  private static Function setProduct() {
    return Function.named("setproduct")
        .more(Parameter.of("sets", Types.ANY).allowingMarks().allowingUnknown())
        .gives(CombiningFunctions::productType)
        .does(
            (a, type, context) -> {
              Type.TupleType row = (Type.TupleType) type.element();
              List<List<Value>> sets = new ArrayList<>();
              long size = 1;
              for (int i = 0; i < a.size(); i++) {
                if (!a.get(i).isKnown()) {
                  return unknown(type, a);
                }
                List<Value> elements =
                    converted(List.copyOf(a.get(i).unmarked().elements()), row.elements().get(i));
                sets.add(elements);
                size *= elements.size();
                if (size > LARGEST_PRODUCT) {
                  throw new FunctionFailure(
                      "the product would have more than " + LARGEST_PRODUCT + " elements");
                }
              }
              List<Value> rows = size == 0 ? List.of() : product(sets);
              Value result =
                  type instanceof Type.SetType
                      ? SetValue.of(type.element(), rows)
                      : ListValue.of(type.element(), rows);
              return withAllMarks(result, a);
            });
  }

  private static Type productType(List<Value> arguments) throws FunctionFailure {
    if (arguments.size() < 2) {
      throw new FunctionFailure("at least two arguments are required");
    }
    boolean ordered = true;
    List<Type> row = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      Type type = arguments.get(i).type();
      ordered &= !(type instanceof Type.SetType);
      row.add(
          switch (type) {
            case Type.SetType(Type element) -> element;
            case Type.ListType(Type element) -> element;
            case Type.TupleType(List<Type> elements) -> {
              Type unified = elements.isEmpty() ? Types.ANY : Unification.unify(elements, false);
              if (unified == null) {
                throw new FunctionFailure(i, "all elements must be of the same type");
              }
              yield unified;
            }
            default -> throw new FunctionFailure(i, "a set or a list is required");
          });
    }
    Type tuple = Type.tuple(row);
    return ordered ? Type.list(tuple) : Type.set(tuple);
  }

  private static List<Value> product(List<List<Value>> sets) {
    List<List<Value>> rows = List.of(List.of());
    for (List<Value> set : sets) {
      List<List<Value>> longer = new ArrayList<>(rows.size() * set.size());
      for (List<Value> row : rows) {
        for (Value element : set) {
          List<Value> extended = new ArrayList<>(row);
          extended.add(element);
          longer.add(extended);
        }
      }
      rows = longer;
    }
    return rows.stream().map(row -> (Value) TupleValue.of(row)).toList();
  }
}
