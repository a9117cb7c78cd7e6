package io.sluice.language.expression;

import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.language.value.GoQuote;
import io.sluice.language.value.Mark;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.language.value.number.BigFloat;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;

/** Attributes and indexes of values. */
final class Access {
  private static final String INVALID = "Invalid index";
  private static final String NO_ELEMENT =
      "The given key does not identify an element in this collection value";
  private static final String UNSUPPORTED = "Unsupported attribute";

  private Access() {}

  static Value follow(Value start, List<TraversalStep> steps, EvaluationFaults faults) {
    Value value = start;
    for (TraversalStep step : steps) {
      int before = faults.size();
      value = step(value, step, faults);
      if (faults.since(before)) {
        return Values.UNKNOWN;
      }
    }
    return value;
  }

  private static Value step(Value value, TraversalStep step, EvaluationFaults faults) {
    return switch (step) {
      case TraversalStep.Attribute(String name, SourceRange range) ->
          attribute(value, name, range, faults);
      case TraversalStep.NumberIndex(BigDecimal number, boolean legacy, SourceRange range) ->
          index(value, Value.of(BigFloat.of(number)), range, faults);
      case TraversalStep.StringIndex(String key, SourceRange range) ->
          index(value, Value.of(key), range, faults);
    };
  }

  static Value attribute(Value marked, String name, SourceRange range, EvaluationFaults faults) {
    Value value = marked.unmarked();
    Set<Mark> marks = marked.marks();
    if (value instanceof Value.NullValue) {
      return fault(
          faults,
          "Attempt to get attribute from null value",
          "This value is null, so it does not have any attributes.",
          range);
    }
    return switch (value.type()) {
      case Type.Any any -> Values.UNKNOWN.withMarks(marks);
      case Type.ObjectType object -> {
        Type type = object.attributes().get(name);
        if (type == null) {
          yield fault(
              faults,
              UNSUPPORTED,
              "This object does not have an attribute named " + GoQuote.quote(name) + ".",
              range);
        }
        yield part(value, name, type).withMarks(marks);
      }
      case Type.MapType(Type element) -> {
        if (value.isKnown() && !value.entries().containsKey(name)) {
          yield fault(
              faults,
              "Missing map element",
              "This map does not have an element with the key " + GoQuote.quote(name) + ".",
              range);
        }
        yield part(value, name, element).withMarks(marks);
      }
      case Type.ListType(Type.ObjectType element) ->
          fault(faults, UNSUPPORTED, attributesOfList(element, name), range);
      case Type.SetType(Type.ObjectType element) ->
          fault(
              faults,
              UNSUPPORTED,
              "Can't access attributes on a set of objects. Did you mean to access an attribute"
                  + " across all elements of the set?",
              range);
      case Type.Primitive primitive ->
          fault(
              faults,
              UNSUPPORTED,
              "Can't access attributes on a primitive-typed value ("
                  + primitive.friendlyName()
                  + ").",
              range);
      case Type.ListType list -> noAttributes(faults, range);
      case Type.SetType set -> noAttributes(faults, range);
      case Type.TupleType tuple -> noAttributes(faults, range);
    };
  }

  private static String attributesOfList(Type.ObjectType element, String name) {
    String which =
        element.attributes().containsKey(name)
            ? "attribute " + GoQuote.quote(name)
            : "an attribute";
    return "Can't access attributes on a list of objects. Did you mean to access "
        + which
        + " for a specific element of the list, or across all elements of the list?";
  }

  private static Value noAttributes(EvaluationFaults faults, SourceRange range) {
    return fault(faults, UNSUPPORTED, "This value does not have any attributes.", range);
  }

  private static Value part(Value container, String name, Type type) {
    if (!container.isKnown()) {
      return Value.unknown(type);
    }
    Value part = container.entries().get(name);
    return part == null ? Value.unknown(type) : part;
  }

  private static Value fault(
      EvaluationFaults faults, String summary, String detail, SourceRange range) {
    faults.add(summary, detail, range, null);
    return Values.UNKNOWN;
  }

  static Value index(Value collection, Value key, SourceRange range, EvaluationFaults faults) {
    if (collection.isNull()) {
      return fault(
          faults,
          "Attempt to index null value",
          "This value is null, so it does not have any indices.",
          range);
    }
    if (key.isNull()) {
      return fault(faults, INVALID, "Can't use a null value as an indexing key.", range);
    }
    Type type = collection.type();
    if (type.isAny() || key.type().isAny()) {
      return Values.UNKNOWN.withMarks(collection.marks());
    }
    try {
      return switch (type) {
        case Type.ListType list -> sequence(collection, key, range, faults);
        case Type.TupleType tuple -> sequence(collection, key, range, faults);
        case Type.MapType map -> map(collection, key, range, faults);
        case Type.ObjectType object -> object(collection, object, key, range, faults);
        case Type.SetType set ->
            fault(
                faults,
                INVALID,
                "Elements of a set are identified only by their value and don't have any separate"
                    + " index or key to select with, so it's only possible to perform operations"
                    + " across all elements of the set.",
                range);
        case Type.Primitive primitive ->
            fault(faults, INVALID, "This value does not have any indices.", range);
        case Type.Any any -> Values.UNKNOWN;
      };
    } catch (ConversionException e) {
      return fault(faults, INVALID, NO_ELEMENT + ": " + e.reason() + ".", range);
    }
  }

  private static Value sequence(
      Value collection, Value key, SourceRange range, EvaluationFaults faults)
      throws ConversionException {
    Value position = Conversion.convert(key, Types.NUMBER);
    Value inner = collection.unmarked();
    if (!position.isKnown() || !inner.isKnown()) {
      return unknownElement(inner, position).withMarks(collection.marks());
    }
    BigFloat number = position.unmarked().asNumber();
    int size = inner.elements().size();
    int at = number.toInt().orElse(-1);
    if (at < 0 || at >= size) {
      return fault(faults, INVALID, NO_ELEMENT + outside(number, size, collection), range);
    }
    Value element =
        inner instanceof io.sluice.language.value.ListValue list
            ? list.list().get(at)
            : ((io.sluice.language.value.TupleValue) inner).list().get(at);
    return element.withMarks(collection.marks()).withMarks(position.marks());
  }

  private static Value unknownElement(Value collection, Value position) {
    if (collection.type() instanceof Type.TupleType(List<Type> elements)) {
      if (position.isKnown()) {
        int at = position.unmarked().asNumber().toInt().orElse(-1);
        if (at >= 0 && at < elements.size()) {
          return Value.unknown(elements.get(at));
        }
      }
      return Values.UNKNOWN;
    }
    return Value.unknown(collection.type().element());
  }

  private static String outside(BigFloat number, int size, Value collection) {
    if (!number.isInteger()) {
      return ": indexing a sequence requires a whole number, but the given index has a fractional"
          + " part.";
    }
    if (number.signum() < 0) {
      return ": a negative number is not a valid index for a sequence.";
    }
    if (collection.marks().isEmpty() && number.compareTo(BigFloat.of(size)) <= 0) {
      return size == 0
          ? ": the collection has no elements."
          : ": the given index is greater than or equal to the length of the collection.";
    }
    return ".";
  }

  private static Value map(Value collection, Value key, SourceRange range, EvaluationFaults faults)
      throws ConversionException {
    Value name = Conversion.convert(key, Types.STRING);
    Value inner = collection.unmarked();
    if (!name.isKnown() || !inner.isKnown()) {
      return Value.unknown(inner.type().element()).withMarks(collection.marks());
    }
    Value element = inner.entries().get(name.unmarked().asText());
    if (element == null) {
      return fault(faults, INVALID, NO_ELEMENT + ".", range);
    }
    return element.withMarks(collection.marks()).withMarks(name.marks());
  }

  private static Value object(
      Value collection, Type.ObjectType type, Value key, SourceRange range, EvaluationFaults faults)
      throws ConversionException {
    Value name = Conversion.convert(key, Types.STRING);
    if (!name.isKnown()) {
      return Values.UNKNOWN.withMarks(collection.marks());
    }
    String attribute = name.unmarked().asText();
    Type attributeType = type.attributes().get(attribute);
    if (attributeType == null) {
      String hint =
          key.type().equals(Types.NUMBER)
              ? " An object only supports looking up attributes by name, not by numeric index."
              : "";
      return fault(faults, INVALID, NO_ELEMENT + "." + hint, range);
    }
    return part(collection.unmarked(), attribute, attributeType).withMarks(collection.marks());
  }
}
