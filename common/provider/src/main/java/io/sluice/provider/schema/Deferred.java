package io.sluice.provider.schema;

import com.fasterxml.jackson.databind.JsonNode;

/** Values that a plan leaves for the worker: they fit every type until they are known. */
public final class Deferred {
  private Deferred() {}

  public static boolean is(JsonNode value) {
    return value.isTextual() ? refers(value.textValue()) : marked(value);
  }

  private static boolean marked(JsonNode value) {
    return value.isObject()
        && (value.has("$expr")
            || value.has("$sealed")
            || value.has("$ref")
            || value.has("$unknown"));
  }

  /** An unescaped <code>${</code> is in it. */
  static boolean refers(String text) {
    int at = text.indexOf("${");
    while (at >= 0) {
      if (at == 0 || text.charAt(at - 1) != '$') {
        return true;
      }
      at = text.indexOf("${", at + 2);
    }
    return false;
  }
}
