package io.sluice.language.function.collection;

import io.sluice.language.function.Function;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Graphemes;
import io.sluice.language.function.Parameter;
import io.sluice.language.function.number.NumberFunctions;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.language.value.convert.Equality;
import io.sluice.language.value.convert.Unification;
import io.sluice.language.value.number.BigFloat;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Sequences to one value. */
public final class SelectionFunctions {
  private SelectionFunctions() {}

  public static List<Function> all() {
    return List.of(
        truth("alltrue", true),
        truth("anytrue", false),
        coalesce(),
        coalesceList(),
        contains(),
        element(),
        index(),
        length(),
        matchKeys(),
        one(),
        sum());
  }

  /** Whether all are true, or whether one is: the search is for the opposite of {@code all}. */
  private static Function truth(String name, boolean all) {
    return Function.named(name)
        .with("list", Type.list(Types.BOOL))
        .gives(Types.BOOL)
        .does(
            (a, type, context) -> {
              boolean known = true;
              for (Value each : a.get(0).elements()) {
                if (!each.isKnown()) {
                  known = false;
                } else if ((!each.isNull() && each.isTrue()) != all) {
                  return Value.of(!all);
                }
              }
              return known ? Value.of(all) : Value.unknownNotNull(Types.BOOL);
            });
  }

  private static Function coalesce() {
    return Function.named("coalesce")
        .more(Parameter.of("vals", Types.ANY).open())
        .gives(
            a -> {
              Type unified = Unification.unify(a.stream().map(Value::type).toList(), true);
              if (unified == null) {
                throw new FunctionFailure("all arguments must have the same type");
              }
              return unified;
            })
        .does(
            (a, type, context) -> {
              for (int i = 0; i < a.size(); i++) {
                Value value;
                try {
                  value = Conversion.convert(a.get(i), type);
                } catch (ConversionException e) {
                  throw new FunctionFailure(i, e.reason());
                }
                if (!value.isKnown()) {
                  return Value.unknown(type).withMarks(value.marks());
                }
                boolean empty =
                    value.unmarked() instanceof Value.StringValue(String text) && text.isEmpty();
                if (!value.isNull() && !empty) {
                  return value;
                }
              }
              throw new FunctionFailure("no non-null, non-empty-string arguments");
            });
  }

  private static Function coalesceList() {
    return Function.named("coalescelist")
        .more(Parameter.of("vals", Types.ANY).allowingUnknown().allowingDynamic().allowingNull())
        .gives(
            a -> {
              if (a.isEmpty()) {
                throw new FunctionFailure("at least one argument is required");
              }
              for (int i = 0; i < a.size(); i++) {
                Type type = a.get(i).type();
                boolean unknown = type.isAny() && !a.get(i).isKnown();
                if (!unknown
                    && !(type instanceof Type.ListType)
                    && !(type instanceof Type.TupleType)) {
                  throw new FunctionFailure("coalescelist arguments must be lists or tuples");
                }
              }
              return Types.ANY;
            })
        .does(
            (a, type, context) -> {
              for (Value each : a) {
                if (!each.isKnown()) {
                  return Values.UNKNOWN;
                }
                if (!each.isNull() && !each.elements().isEmpty()) {
                  return each;
                }
              }
              throw new FunctionFailure("no non-null arguments");
            });
  }

  private static Function contains() {
    return Function.named("contains")
        .with("list", Types.ANY)
        .with("value", Types.ANY)
        .gives(
            a -> {
              if (!a.get(0).type().isSequence()) {
                throw new FunctionFailure("argument must be list, tuple, or set");
              }
              return Types.BOOL;
            })
        .does(
            (a, type, context) -> {
              boolean known = true;
              for (Value each : a.get(0).elements()) {
                Value equal = Equality.compare(each, a.get(1));
                if (!equal.isKnown()) {
                  known = false;
                } else if (equal.isTrue()) {
                  return Values.TRUE;
                }
              }
              return known ? Values.FALSE : Value.unknownNotNull(Types.BOOL);
            });
  }

  private static Function element() {
    return Function.named("element")
        .with(Parameter.of("list", Types.ANY).allowingMarks())
        .with("index", Types.NUMBER)
        .gives(
            a ->
                switch (a.get(0).type()) {
                  case Type.ListType(Type element) -> element;
                  case Type.TupleType tuple -> Types.ANY;
                  default ->
                      throw new FunctionFailure(
                          "cannot read elements from " + a.get(0).type().friendlyName());
                })
        .orNull()
        .does(
            (a, type, context) -> {
              BigFloat number = a.get(1).asNumber();
              if (!number.isInteger() || number.toBigInteger().bitLength() >= Long.SIZE) {
                throw new FunctionFailure("invalid index: " + NumberFunctions.NOT_WHOLE);
              }
              long index = number.toBigInteger().longValueExact();
              // Terraform crashes where a tuple is counted from its end
              if (index < 0 && a.get(0).type() instanceof Type.TupleType) {
                throw new FunctionFailure(1, "cannot use element function with a negative index");
              }
              Collection<Value> elements = a.get(0).unmarked().elements();
              if (elements.isEmpty()) {
                throw new FunctionFailure("cannot use element function with an empty list");
              }
              int at = Math.floorMod(index, elements.size());
              return List.copyOf(elements).get(at).withMarks(a.get(0).marks());
            });
  }

  private static Function index() {
    return Function.named("index")
        .with("list", Types.ANY)
        .with("value", Types.ANY)
        .gives(
            a -> {
              Type type = a.get(0).type();
              if (!(type instanceof Type.ListType) && !(type instanceof Type.TupleType)) {
                throw new FunctionFailure("argument must be a list or tuple");
              }
              return Types.NUMBER;
            })
        .does(
            (a, type, context) -> {
              if (a.get(0).elements().isEmpty()) {
                throw new FunctionFailure("cannot search an empty list");
              }
              int position = 0;
              for (Value each : a.get(0).elements()) {
                Value equal = Equality.compare(each, a.get(1));
                if (!equal.isKnown()) {
                  return Value.unknownNotNull(Types.NUMBER);
                }
                if (equal.isTrue()) {
                  return Value.of(position);
                }
                position++;
              }
              throw new FunctionFailure("item not found");
            });
  }

  private static Function length() {
    return Function.named("length")
        .with(Parameter.of("value", Types.ANY).allowingUnknown().allowingDynamic().allowingMarks())
        .gives(
            a -> {
              Type type = a.get(0).type();
              if (type.isPrimitive() && !type.equals(Types.STRING)) {
                throw new FunctionFailure(
                    "argument must be a string, a collection type, or a structural type");
              }
              return Types.NUMBER;
            })
        .does((a, type, context) -> length(a.get(0).unmarked()).withMarks(a.get(0).marks()));
  }

  private static Value length(Value value) {
    return switch (value.type()) {
      case Type.TupleType(List<Type> elements) -> Value.of(elements.size());
      case Type.ObjectType object -> Value.of(object.attributes().size());
      case Type.SetType set when !value.isWhollyKnown() && moreThanOne(value) ->
          Value.unknownNotNull(Types.NUMBER);
      default -> {
        if (!value.isKnown()) {
          yield Value.unknownNotNull(Types.NUMBER);
        }
        yield value instanceof Value.StringValue(String text)
            ? Value.of(Graphemes.count(text))
            : Value.of(value.elements().size());
      }
    };
  }

  /** Unknown elements of a set may turn out to be the same. */
  private static boolean moreThanOne(Value set) {
    return !set.isKnown() || set.elements().size() > 1;
  }

  private static Function matchKeys() {
    Type anyList = Type.list(Types.ANY);
    return Function.named("matchkeys")
        .with("values", anyList)
        .with("keys", anyList)
        .with("searchset", anyList)
        .gives(
            a -> {
              if (Unification.unify(List.of(a.get(1).type(), a.get(2).type()), true) == null) {
                throw new FunctionFailure("keys and searchset must be of the same type");
              }
              return a.get(0).type();
            })
        .does(
            (a, type, context) -> {
              if (a.get(0).elements().size() != a.get(1).elements().size()) {
                throw new FunctionFailure("length of keys and values should be equal");
              }
              if (!a.get(0).isWhollyKnown()
                  || !a.get(1).isWhollyKnown()
                  || !a.get(2).isWhollyKnown()) {
                return Value.unknownNotNull(type);
              }
              Type common = Unification.unify(List.of(a.get(1).type(), a.get(2).type()), true);
              List<Value> keys = List.copyOf(converted(a.get(1), common).elements());
              Set<Value> search = new LinkedHashSet<>(converted(a.get(2), common).elements());
              List<Value> matching = new ArrayList<>();
              int i = 0;
              for (Value value : a.get(0).elements()) {
                if (search.contains(keys.get(i++))) {
                  matching.add(value);
                }
              }
              return ListValue.of(type.element(), matching);
            });
  }

  private static Value converted(Value value, @org.jspecify.annotations.Nullable Type type)
      throws FunctionFailure {
    try {
      return type == null ? value : Conversion.convert(value, type);
    } catch (ConversionException e) {
      throw new FunctionFailure(e.reason());
    }
  }

  private static Function one() {
    String wrong = "must be a list, set, or tuple value with either zero or one elements";
    return Function.named("one")
        .with(Parameter.of("list", Types.ANY).allowingMarks())
        .gives(
            a ->
                switch (a.get(0).type()) {
                  case Type.ListType(Type element) -> element;
                  case Type.SetType(Type element) -> element;
                  case Type.TupleType(List<Type> elements) when elements.isEmpty() -> Types.ANY;
                  case Type.TupleType(List<Type> elements) when elements.size() == 1 ->
                      elements.getFirst();
                  default -> throw new FunctionFailure(0, wrong);
                })
        .orNull()
        .does(
            (a, type, context) -> {
              Value list = a.get(0).unmarked();
              if (list.elements().size() > 1) {
                if (!list.isWhollyKnown()) {
                  return Value.unknown(type).withMarks(a.get(0).marks());
                }
                throw new FunctionFailure(0, wrong);
              }
              Value result =
                  list.elements().isEmpty()
                      ? Value.nullOf(type)
                      : list.elements().iterator().next();
              return result.withMarks(a.get(0).marks());
            });
  }

  private static Function sum() {
    return Function.named("sum")
        .with("list", Types.ANY)
        .gives(Types.NUMBER)
        .does(
            (a, type, context) -> {
              Value list = a.get(0);
              if (!list.type().isSequence()) {
                throw new FunctionFailure(0, "cannot sum noniterable");
              }
              if (list.elements().isEmpty()) {
                throw new FunctionFailure(0, "cannot sum an empty list");
              }
              if (!list.isWhollyKnown()) {
                return Value.unknownNotNull(Types.NUMBER);
              }
              BigFloat total = null;
              for (Value each : list.elements()) {
                BigFloat number = summand(each);
                try {
                  total = total == null ? number : total.add(number);
                } catch (ArithmeticException e) {
                  throw new FunctionFailure("can't compute sum of opposing infinities");
                }
              }
              return Value.of(total == null ? BigFloat.ZERO : total);
            });
  }

  private static BigFloat summand(Value value) throws FunctionFailure {
    try {
      Value number = Conversion.convert(value, Types.NUMBER);
      if (!number.isNull()) {
        return number.asNumber();
      }
    } catch (ConversionException e) {
      throw new FunctionFailure(0, "argument must be list, set, or tuple of number values");
    }
    throw new FunctionFailure(0, "argument must be list, set, or tuple of number values");
  }
}
