package io.sluice.bridge.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.language.value.ListValue;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.language.value.number.NumberReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonValuesTest {
  private static Value read(String json, Type type) throws DecodeFailed {
    return JsonValues.decode(json.getBytes(StandardCharsets.UTF_8), type);
  }

  @Test
  void losesNoDigit() throws DecodeFailed {
    for (String digits :
        List.of("12345678901234567890123", "0.1", "1.00000000000000000000000000001", "-7")) {
      Value value = read(digits, Types.NUMBER);
      assertThat(value).isEqualTo(Value.of(NumberReader.parse(digits).orElseThrow()));
      assertThat(JsonValues.encode(value, Types.NUMBER)).isEqualTo(digits);
    }
  }

  @Test
  void keepsTheTypeBesideADynamicValue() throws DecodeFailed {
    Type type = Type.object(Map.of("any", Types.ANY, "name", Types.STRING));
    Value value =
        ObjectValue.of(
            Map.of(
                "any",
                TupleValue.of(List.of(Value.of(1), Value.of("a"), Values.TRUE)),
                "name",
                Value.nullOf(Types.STRING)));
    String json = JsonValues.encode(value, type);
    assertThat(json)
        .isEqualTo(
            "{\"any\":{\"value\":[1,\"a\",true],\"type\":[\"tuple\",[\"number\",\"string\",\"bool\"]]},\"name\":null}");
    assertThat(read(json, type)).isEqualTo(value);
    assertThat(read("{\"any\":null}", type).entries().get("any")).isEqualTo(Values.NULL);
  }

  @Test
  void readsCollectionsByTheirType() throws DecodeFailed {
    assertThat(read("[\"b\",\"a\",\"b\"]", Type.set(Types.STRING)))
        .isEqualTo(SetValue.of(Types.STRING, List.of(Value.of("a"), Value.of("b"))));
    assertThat(read("[[1],[]]", Type.list(Type.list(Types.NUMBER))))
        .isEqualTo(
            ListValue.of(
                Type.list(Types.NUMBER),
                List.of(
                    ListValue.of(Types.NUMBER, List.of(Value.of(1))),
                    ListValue.of(Types.NUMBER, List.of()))));
  }

  @Test
  void saysWhereItDoesNotFit() {
    Type type = Type.object(Map.of("a", Type.list(Types.NUMBER)));
    assertThatThrownBy(() -> read("{\"a\":[1,[]]}", type)).hasMessage(".a[1]: not a number");
    assertThatThrownBy(() -> read("{\"b\":1}", type)).hasMessageContaining("\"b\"");
    assertThatThrownBy(() -> read("{", type)).isInstanceOf(DecodeFailed.class);
  }

  @Test
  void writesTypesAndReadsThemBack() throws DecodeFailed {
    for (String json :
        List.of(
            "\"dynamic\"",
            "[\"map\",[\"set\",\"bool\"]]",
            "[\"tuple\",[]]",
            "[\"object\",{\"a\":\"string\",\"b\":[\"list\",\"number\"]},[\"b\"]]")) {
      assertThat(TypeJson.write(TypeJson.read(json))).isEqualTo(json);
    }
    for (String json : List.of("\"strong\"", "[\"list\"]", "{}", "[1,2]", "")) {
      assertThatThrownBy(() -> TypeJson.read(json)).isInstanceOf(DecodeFailed.class);
    }
  }
}
