package io.sluice.language.expression;

import io.sluice.language.value.GoQuote;
import io.sluice.language.value.Type;
import java.util.List;
import java.util.Map;

/** Says how the types of a conditional's two branches differ. */
final class BranchTypes {
  private BranchTypes() {}

  static String difference(Type whenTrue, Type whenFalse) {
    String special = special(whenTrue, whenFalse);
    if (!special.isEmpty()) {
      return special;
    }
    String left = whenTrue.friendlyName();
    String right = whenFalse.friendlyName();
    return left.equals(right)
        ? "At least one deeply-nested attribute or element is not compatible across both the"
            + " 'true' and the 'false' value"
        : "The 'true' value is " + left + ", but the 'false' value is " + right;
  }

  private static String special(Type whenTrue, Type whenFalse) {
    if (whenTrue instanceof Type.ObjectType a && whenFalse instanceof Type.ObjectType b) {
      return objects(a.attributes(), b.attributes());
    }
    if (whenTrue instanceof Type.TupleType(List<Type> a)
        && whenFalse instanceof Type.TupleType(List<Type> b)) {
      return tuples(a, b);
    }
    if (whenTrue.isCollection() && whenTrue.getClass() == whenFalse.getClass()) {
      Type a = whenTrue.element();
      Type b = whenFalse.element();
      boolean structural =
          (a instanceof Type.ObjectType && b instanceof Type.ObjectType)
              || (a instanceof Type.TupleType && b instanceof Type.TupleType);
      if (structural) {
        String noun = whenTrue.friendlyName().substring(0, whenTrue.friendlyName().indexOf(' '));
        return "Mismatched " + noun + " element types: " + difference(a, b);
      }
    }
    return "";
  }

  private static String objects(Map<String, Type> whenTrue, Map<String, Type> whenFalse) {
    for (Map.Entry<String, Type> attribute : whenTrue.entrySet()) {
      String name = GoQuote.quote(attribute.getKey());
      Type other = whenFalse.get(attribute.getKey());
      if (other == null) {
        return "The 'true' value includes object attribute "
            + name
            + ", which is absent in the 'false' value";
      }
      if (!attribute.getValue().equals(other)) {
        return "Type mismatch for object attribute "
            + name
            + ": "
            + difference(attribute.getValue(), other);
      }
    }
    for (String name : whenFalse.keySet()) {
      if (!whenTrue.containsKey(name)) {
        return "The 'false' value includes object attribute "
            + GoQuote.quote(name)
            + ", which is absent in the 'true' value";
      }
    }
    return "";
  }

  private static String tuples(List<Type> whenTrue, List<Type> whenFalse) {
    if (whenTrue.size() != whenFalse.size()) {
      return "The 'true' tuple has length "
          + whenTrue.size()
          + ", but the 'false' tuple has length "
          + whenFalse.size();
    }
    for (int i = 0; i < whenTrue.size(); i++) {
      if (!whenTrue.get(i).equals(whenFalse.get(i))) {
        return "Type mismatch for tuple element "
            + i
            + ": "
            + difference(whenTrue.get(i), whenFalse.get(i));
      }
    }
    return "";
  }
}
