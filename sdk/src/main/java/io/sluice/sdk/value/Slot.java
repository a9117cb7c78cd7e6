package io.sluice.sdk.value;

import io.sluice.sdk.document.Body;
import io.sluice.sdk.expression.Expression;
import io.sluice.sdk.value.ObjectValue.Form;
import java.util.List;

/**
 * What an object has under one name.
 *
 * @param offered whether it was only asked for: a collection to fill, which nobody may have filled
 */
record Slot(Part<? extends Value> part, Form form, boolean offered) {
  /** A collection that was asked for and never filled is not written. */
  boolean isWritten() {
    return !offered
        || switch (part.value()) {
          case SequenceValue<?> sequence -> !sequence.isEmpty();
          case MapValue<?> map -> !map.isEmpty();
          case ObjectValue object -> !object.isUnset();
          case ScalarValue scalar -> true;
        };
  }

  /** Written as blocks of a type. */
  List<Body.Item> blocks(String type) {
    Expression reference = part.reference();
    if (reference != null) {
      throw new IllegalStateException(
          "blocks \""
              + type
              + "\" are assigned "
              + reference.text()
              + "; blocks can only be written out: set their parts one by one, or give "
              + type
              + "(…) the collection and what one block has");
    }
    return switch (part.value()) {
      case ObjectValue object -> List.of(block(type, List.of(), object));
      case SequenceValue<?> sequence ->
          sequence.known().stream().map(each -> block(type, List.of(), each)).toList();
      case MapValue<?> map ->
          map.entries().entrySet().stream()
              .map(each -> block(type, List.of(each.getKey()), each.getValue()))
              .toList();
      case ScalarValue scalar -> List.of(new Body.Attribute(type, scalar.contents()));
    };
  }

  private static Body.Item block(String type, List<String> labels, Value value) {
    if (!(value instanceof ObjectValue object)) {
      throw new IllegalStateException("blocks \"" + type + "\" hold " + value);
    }
    return object.writtenAs(type, labels);
  }

  /** Names the arguments that are missing in what was written out here. */
  void findMissing(String path, List<String> missing) {
    if (isWritten() && part.reference() == null) {
      findMissing(path, part.value(), missing);
    }
  }

  private static void findMissing(String path, Value value, List<String> missing) {
    switch (value) {
      case ObjectValue object -> object.findMissing(path, missing);
      case SequenceValue<?> sequence ->
          sequence.known().forEach(each -> findMissing(path, each, missing));
      case MapValue<?> map ->
          map.entries().forEach((key, each) -> findMissing(path, each, missing));
      case ScalarValue scalar -> {}
    }
  }
}
