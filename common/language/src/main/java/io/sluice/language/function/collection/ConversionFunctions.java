package io.sluice.language.function.collection;

import io.sluice.language.function.Function;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Parameter;
import io.sluice.language.value.GoQuote;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import java.util.List;

/** {@code tostring} and its siblings. */
public final class ConversionFunctions {
  private ConversionFunctions() {}

  public static List<Function> all() {
    return List.of(
        to("tostring", Types.STRING),
        to("tonumber", Types.NUMBER),
        to("tobool", Types.BOOL),
        to("tolist", Type.list(Types.ANY)),
        to("toset", Type.set(Types.ANY)),
        to("tomap", Type.map(Types.ANY)));
  }

  private static Function to(String name, Type want) {
    return Function.named(name)
        .with(Parameter.of("v", Types.ANY).allowingNull().allowingDynamic().allowingMarks())
        .gives(a -> checked(a.get(0).type(), want))
        .orNull()
        .does((a, type, context) -> convert(a.get(0), want));
  }

  private static Type checked(Type have, Type want) throws FunctionFailure {
    if (!Conversion.isPossible(have, want)) {
      throw new FunctionFailure(
          0,
          switch (have) {
            case Type.TupleType tuple when want instanceof Type.ListType ->
                "cannot convert tuple to list of any single type";
            case Type.TupleType tuple when want instanceof Type.SetType ->
                "cannot convert tuple to set of any single type";
            case Type.ObjectType object when want instanceof Type.MapType ->
                "cannot convert object to map of any single type";
            default -> cannot(have.friendlyName(), want);
          });
    }
    return want;
  }

  private static Value convert(Value value, Type want) throws FunctionFailure {
    try {
      return Conversion.convert(value, want);
    } catch (ConversionException e) {
      throw new FunctionFailure(0, reason(value, want, e.reason()));
    }
  }

  private static String cannot(String what, Type want) {
    return "cannot convert " + what + " to " + want.constraintName();
  }

  private static String reason(Value value, Type want, String otherwise) {
    if (!value.marks().isEmpty()) {
      return "cannot convert this sensitive "
          + value.type().friendlyName()
          + " to "
          + want.constraintName();
    }
    if (!(value instanceof Value.StringValue(String text))) {
      return otherwise;
    }
    if (want.equals(Types.BOOL)) {
      return cannot(GoQuote.quote(text), want)
          + "; only the strings \"true\" or \"false\" are allowed";
    }
    return want.equals(Types.NUMBER)
        ? cannot(GoQuote.quote(text), want)
            + "; given string must be a decimal representation of a number"
        : otherwise;
  }
}
