package io.sluice.planning.configuration.values;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.value.Mark;
import io.sluice.language.value.Marks;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.BlockSchema.Nesting;
import java.util.Collection;
import java.util.List;

/** Ephemeral values may go into write-only attributes alone, since all others are kept. */
final class EphemeralFit {
  private EphemeralFit() {}

  static boolean fits(AttributeSchema attribute, Value value) {
    if (attribute.writeOnly() || !Marks.deep(value).contains(Mark.EPHEMERAL)) {
      return true;
    }
    if (value.hasMark(Mark.EPHEMERAL)
        || !value.isKnown()
        || !(attribute.type() instanceof AttributeType.Nested nested)) {
      return false;
    }
    boolean one = nested.nesting() == Nesting.SINGLE || nested.nesting() == Nesting.GROUP;
    return (one ? List.of(value) : parts(value))
        .stream().allMatch(object -> object(nested.attributes(), object));
  }

  /** How many blocks there are is kept as well. */
  static void requireLasting(Value forEach, SourceRange range, Diagnostics diagnostics) {
    if (forEach.hasMark(Mark.EPHEMERAL)) {
      diagnostics.error(
          "Invalid use of ephemeral value",
          "Ephemeral values are not valid in the for_each of a dynamic block, because the number of"
              + " its blocks must be persisted to state.",
          range);
    }
  }

  private static Collection<Value> parts(Value collection) {
    return collection.type() instanceof Type.ObjectType || collection.type() instanceof Type.MapType
        ? collection.entries().values()
        : collection.elements();
  }

  private static boolean object(List<AttributeSchema> attributes, Value object) {
    boolean named =
        object.type() instanceof Type.ObjectType || object.type() instanceof Type.MapType;
    if (object.hasMark(Mark.EPHEMERAL) || !object.isKnown() || !named) {
      return !Marks.deep(object).contains(Mark.EPHEMERAL);
    }
    return attributes.stream()
        .allMatch(
            attribute -> {
              Value value = object.entries().get(attribute.name());
              return value == null || fits(attribute, value);
            });
  }
}
