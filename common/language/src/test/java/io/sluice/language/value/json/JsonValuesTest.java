package io.sluice.language.value.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.model.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonValuesTest {
  private static JsonNode json(String text) {
    try {
      return Json.mapper().readTree(text);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9007199254740993",
        "123456789012345678901234567890",
        "0.1",
        "{\"a\":[1,true,null,\"x\",{\"b\":-2.5}]}",
        "[]"
      })
  void comesBackAsItWas(String text) {
    assertThat(JsonValues.toJson(JsonValues.fromJson(json(text))).toString()).isEqualTo(text);
  }

  @Test
  void takesTheTypeThatIsAskedFor() throws ConversionException {
    Value value = JsonValues.fromJson(json("[\"b\",\"a\",\"b\"]"), Type.set(Types.STRING));
    assertThat(value)
        .isEqualTo(SetValue.of(Types.STRING, java.util.List.of(Value.of("a"), Value.of("b"))));
    assertThat(JsonValues.toJson(value).toString()).isEqualTo("[\"a\",\"b\"]");
  }
}
