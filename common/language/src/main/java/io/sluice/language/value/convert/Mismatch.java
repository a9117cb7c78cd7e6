package io.sluice.language.value.convert;

import io.sluice.language.value.GoQuote;
import io.sluice.language.value.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Why there is no conversion from a type to another, in Terraform's words. */
public final class Mismatch {
  private Mismatch() {}

  public static String describe(Type have, Type want) {
    if (have instanceof Type.ObjectType from && want instanceof Type.ObjectType to) {
      return objects(from, to);
    }
    if (have instanceof Type.TupleType && want instanceof Type.ListType(Type.Any any)) {
      return "all list elements must have the same type";
    }
    if (have instanceof Type.TupleType && want instanceof Type.SetType(Type.Any any)) {
      return "all set elements must have the same type";
    }
    if (have instanceof Type.ObjectType && want instanceof Type.MapType(Type.Any any)) {
      return "all map elements must have the same type";
    }
    if (have instanceof Type.TupleType(List<Type> elements)
        && (want instanceof Type.ListType || want instanceof Type.SetType)) {
      return elements(elements, want.element());
    }
    if (have instanceof Type.ObjectType from && want instanceof Type.MapType(Type element)) {
      return attributes(from, element);
    }
    return have.isCollection() && want.isCollection() ? collections(have, want) : required(want);
  }

  private static String required(Type want) {
    return want.constraintName() + " required";
  }

  private static String objects(Type.ObjectType have, Type.ObjectType want) {
    List<String> missing = new ArrayList<>();
    for (String name : want.attributes().keySet()) {
      if (!have.attributes().containsKey(name) && !want.optional().contains(name)) {
        missing.add(GoQuote.quote(name));
      }
    }
    if (!missing.isEmpty()) {
      return missing(missing);
    }
    for (Map.Entry<String, Type> entry : want.attributes().entrySet()) {
      Type from = have.attributes().get(entry.getKey());
      if (from != null && !Conversion.isPossible(from, entry.getValue())) {
        return "attribute "
            + GoQuote.quote(entry.getKey())
            + ": "
            + describe(from, entry.getValue());
      }
    }
    return "incorrect object attributes";
  }

  private static String missing(List<String> names) {
    return switch (names.size()) {
      case 1 -> "attribute " + names.getFirst() + " is required";
      case 2 -> "attributes " + names.getFirst() + " and " + names.getLast() + " are required";
      default ->
          "attributes "
              + String.join(", ", names.subList(0, names.size() - 1))
              + ", and "
              + names.getLast()
              + " are required";
    };
  }

  private static String elements(List<Type> have, Type want) {
    for (int i = 0; i < have.size(); i++) {
      if (!Conversion.isPossible(have.get(i), want)) {
        return "element " + i + ": " + describe(have.get(i), want);
      }
    }
    return "all elements must be " + want.constraintName();
  }

  private static String attributes(Type.ObjectType have, Type want) {
    for (Map.Entry<String, Type> entry : have.attributes().entrySet()) {
      if (!Conversion.isPossible(entry.getValue(), want)) {
        return "element " + GoQuote.quote(entry.getKey()) + ": " + describe(entry.getValue(), want);
      }
    }
    return "all elements must be " + want.constraintName();
  }

  private static String collections(Type have, Type want) {
    boolean mapWanted = want instanceof Type.MapType;
    if (mapWanted != have instanceof Type.MapType) {
      return required(want);
    }
    String noun = mapWanted ? "map" : want instanceof Type.SetType ? "set" : "list";
    return "incorrect " + noun + " element type: " + describe(have.element(), want.element());
  }
}
