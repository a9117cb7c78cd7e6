package io.sluice.cli.render;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.planning.configuration.desired.Outputs;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OutputsTextTest {
  private static JsonNode json(String text) {
    try {
      return Json.tree(text.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedMessage e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static String shown(String value, String type) {
    return OutputsText.value(new Outputs.Output(json(value), false, json(type)));
  }

  @Test
  void aSetIsShownAsASet() {
    assertThat(shown("[\"a\",\"b\"]", "[\"set\",\"string\"]"))
        .isEqualTo("toset([\n  \"a\",\n  \"b\",\n])");
    assertThat(shown("[\"a\"]", "[\"tuple\",[\"string\"]]")).isEqualTo("[\n  \"a\",\n]");
    assertThat(shown("{\"a\":1}", "[\"map\",\"number\"]")).startsWith("tomap({");
  }

  @Test
  void whatIsOfAnotherTypeThanItSaysIsShownAsItIs() {
    assertThat(shown("{\"a\":1}", "[\"set\",\"string\"]")).isEqualTo("{\n  \"a\" = 1\n}");
    assertThat(shown("\"a\"", "\"nonsense\"")).isEqualTo("\"a\"");
  }
}
