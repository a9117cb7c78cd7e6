package io.sluice.machine.task;

import com.fasterxml.jackson.databind.JsonNode;

/** How large a value is, without writing it out. */
public final class Room {
  private Room() {}

  /** What is left of the room after this value: a bound that is found without writing it out. */
  public static long after(JsonNode value, long room) {
    if (value.isTextual()) {
      return room - value.textValue().length() - 2;
    }
    if (value.isBigInteger() || value.isBigDecimal()) {
      return room - value.asText().length();
    }
    if (!value.isContainerNode()) {
      return room - 8;
    }
    long left = room - 2;
    for (var field : value.properties()) {
      left = after(field.getValue(), left - field.getKey().length() - 4);
      if (left < 0) {
        return left;
      }
    }
    for (int i = 0; value.isArray() && i < value.size() && left >= 0; i++) {
      left = after(value.get(i), left - 1);
    }
    return left;
  }
}
