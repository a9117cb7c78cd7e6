package io.sluice.model.value;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FieldPathTest {
  @Test
  void walksIntoWhatIsNotSealed() throws Exception {
    JsonNode value =
        json("{\"a\": {\"b\": [{\"k.l\": 1}]}, \"s\": {\"$sealed\": \"x\", \"b\": 2}}");

    assertThat(FieldPath.walk(value, "")).contains(value);
    assertThat(FieldPath.walk(value, "a.b[0][\"k.l\"]")).contains(json("1"));
    assertThat(FieldPath.walk(value, "[\"a\"].b[1]")).isEmpty();
    assertThat(FieldPath.walk(value, "s.b")).isEmpty();
    assertThat(FieldPath.walk(value, "a..b")).isEmpty();
    assertThat(FieldPath.walk(value, "s")).contains(value.get("s"));
  }

  @Test
  void readsTheKeyThatAnAddressEndsIn() {
    assertThat(FieldPath.key("[\"a.b[0]\"]")).isEqualTo("a.b[0]");
    assertThat(FieldPath.key("[\"a\\u0001\\n$${x}\"]")).isEqualTo("a\u0001\n${x}");
  }

  private static JsonNode json(String text) throws Exception {
    return Json.tree(text.getBytes(StandardCharsets.UTF_8));
  }
}
