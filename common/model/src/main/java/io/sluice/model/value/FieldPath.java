package io.sluice.model.value;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Lineage;
import java.util.List;
import java.util.Optional;

/** Walks {@code a.b[0]["k"]} into a value; a sealed value is not entered. */
public final class FieldPath {
  private FieldPath() {}

  public static Optional<JsonNode> walk(JsonNode value, String path) {
    List<Lineage.Segment> segments;
    try {
      segments = Lineage.below(path);
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // no planner writes it, and no value has it
    }
    JsonNode current = value;
    for (Lineage.Segment segment : segments) {
      JsonNode next = current.has("$sealed") ? null : segment.in(current);
      if (next == null) {
        return Optional.empty();
      }
      current = next;
    }
    return Optional.of(current);
  }

  /** The key that {@code ["k"]} stands for. */
  public static String key(String bracketed) {
    return Lineage.below(bracketed).getFirst() instanceof Lineage.Key(String key) ? key : bracketed;
  }
}
