package io.sluice.bridge.schema;

import io.sluice.language.value.Type;

/** The objects that an attribute holds; {@code body} has no blocks. */
public record NestedObject(Block body, Nesting nesting) {
  public Type type() {
    Type element = body.type();
    return switch (nesting) {
      case SINGLE, GROUP -> element;
      case LIST -> Type.list(element);
      case SET -> Type.set(element);
      case MAP -> Type.map(element);
    };
  }
}
