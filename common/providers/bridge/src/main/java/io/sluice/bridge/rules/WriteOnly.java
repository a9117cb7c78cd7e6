package io.sluice.bridge.rules;

import io.sluice.bridge.schema.Attribute;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.ValuePath;
import io.sluice.language.value.Value;
import java.util.ArrayList;
import java.util.List;

/** Attributes that go to a provider and never come back. */
public final class WriteOnly {
  private WriteOnly() {}

  /** Those that nevertheless have a value. */
  public static List<ValuePath> found(Block block, Value value) {
    if (!block.anyAttribute(Attribute::isWriteOnly)) {
      return List.of();
    }
    List<ValuePath> found = new ArrayList<>();
    Parts.walk(
        value,
        (path, part) -> {
          if (!part.isNull() && block.at(path).filter(Attribute::isWriteOnly).isPresent()) {
            found.add(path);
          }
          return true;
        });
    return found;
  }

  /** The value with nothing in them. */
  public static Value removed(Block block, Value value) {
    return block.anyAttribute(Attribute::isWriteOnly)
        ? Parts.transform(
            value,
            (path, part) ->
                block.at(path).filter(Attribute::isWriteOnly).isPresent()
                    ? Value.nullOf(part.type())
                    : part)
        : value;
  }
}
