package io.sluice.providers.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import java.nio.charset.StandardCharsets;

/** Finding one's way in replies. */
final class Replies {
  private Replies() {}

  /** JSON if it is that, else text; null for none. */
  static JsonNode body(HttpCall.Reply reply) {
    if (reply.body().isEmpty()) {
      return NullNode.instance;
    }
    try {
      return Json.tree(reply.body().getBytes(StandardCharsets.UTF_8));
    } catch (MalformedMessage e) {
      return TextNode.valueOf(reply.body());
    }
  }

  /** {@code a.b.0.c}: names and positions from the outside in. */
  static JsonNode at(JsonNode value, String path) {
    JsonNode at = value;
    for (String step : path.split("\\.")) {
      at =
          at.isArray() && step.matches("[0-9]{1,9}")
              ? at.path(Integer.parseInt(step))
              : at.path(step);
    }
    return at.isNull() ? MissingNode.getInstance() : at;
  }
}
