package io.sluice.model.message;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Brings payloads of older builds up to date, one version after the other. A step that was released
 * is never changed: what is written in its version stays readable as long as there are topics that
 * hold it.
 */
final class Upgrades {
  /**
   * Version 2 of a state record may have {@code desired: null}: the object was imported and has no
   * desired configuration yet. A reader of version 1 would take that for "nothing is wanted" and
   * change the object; hence the version. Version 1 has no such records, and is read as it is.
   */
  private static ObjectNode asItIs(ObjectNode payload) {
    return payload;
  }

  static final Upgrades STANDARD =
      new Upgrades(
          Map.of(
              MessageType.STATE_RECORD, List.of(Upgrades::asItIs),
              MessageType.STATE_EDIT, List.of(Upgrades::asItIs)));

  private final Map<MessageType, List<UnaryOperator<ObjectNode>>> steps;

  /**
   * @param steps the first leads from version 1 to version 2
   */
  Upgrades(Map<MessageType, List<UnaryOperator<ObjectNode>>> steps) {
    this.steps = Map.copyOf(steps);
  }

  JsonNode upgraded(MessageType type, int version, JsonNode payload) {
    if (!(payload instanceof ObjectNode newest)) {
      return payload;
    }
    List<UnaryOperator<ObjectNode>> all = Objects.requireNonNullElse(steps.get(type), List.of());
    for (UnaryOperator<ObjectNode> step :
        all.subList(Math.min(version - 1, all.size()), all.size())) {
      newest = step.apply(newest);
    }
    return newest;
  }

  /** How many versions these steps lead to. */
  int newest(MessageType type) {
    return 1 + Objects.requireNonNullElse(steps.get(type), List.of()).size();
  }
}
