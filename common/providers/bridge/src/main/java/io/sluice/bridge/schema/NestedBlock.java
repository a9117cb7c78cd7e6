package io.sluice.bridge.schema;

import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import java.util.List;
import java.util.Map;

/** Blocks of one name inside of a block. */
public record NestedBlock(Block body, Nesting nesting, long fewest, long most) {

  /**
   * The type of the whole. Blocks of which each may have a type of its own have no common one: as a
   * list they are a tuple, as a map an object.
   */
  public Type type() {
    Type element = body.type();
    return switch (nesting) {
      case SINGLE, GROUP -> element;
      case LIST -> element.hasAny() ? Types.ANY : Type.list(element);
      case SET -> Type.set(element);
      case MAP -> element.hasAny() ? Types.ANY : Type.map(element);
    };
  }

  /** Its value where the configuration has none. */
  public Value empty() {
    Type element = body.type();
    return switch (nesting) {
      case SINGLE -> Value.nullOf(element);
      case GROUP -> body.empty();
      case LIST -> element.hasAny() ? TupleValue.EMPTY : ListValue.of(element, List.of());
      case SET -> SetValue.of(element, List.of());
      case MAP -> element.hasAny() ? ObjectValue.EMPTY : MapValue.of(element, Map.of());
    };
  }
}
