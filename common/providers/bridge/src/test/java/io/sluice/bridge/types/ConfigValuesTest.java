package io.sluice.bridge.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.trial.TrialSchema;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.model.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigValuesTest {
  private static Block thing() throws Exception {
    return TrialSchema.catalog(ProtocolVersion.SIX).resource("trial_thing").orElseThrow().block();
  }

  private static Value of(String json) throws Exception {
    return ConfigValues.of(
        thing(), Json.tree(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void whatIsNotWrittenIsWhatTheSchemaSaysOfNothing() throws Exception {
    assertThat(of("{}")).isEqualTo(thing().empty());
  }

  @Test
  void everyPartHasTheTypeOfItsPlace() throws Exception {
    Value value =
        of(
            """
            {'name': 5, 'numbers': ['1', 2], 'tags': {'a': true}, 'labels': ['x', 'x'],
             'rule': [{'port': 1}, {'port': '2', 'comment': 'c'}],
             'disk': [{'label': 'l'}, {'label': 'l'}], 'zone': {'z': {'cidr': 'c'}},
             'timeouts': {'create': '5m'}, 'settings': {'mode': 'm'},
             'members': [{'mode': 'm'}], 'regions': {'r': {'mode': 'm', 'level': '7'}}}
            """);
    Map<String, Value> parts = value.entries();
    assertThat(value.type()).isEqualTo(thing().type());
    assertThat(parts.get("name")).isEqualTo(Value.of("5"));
    assertThat(parts.get("numbers").elements()).containsExactly(Value.of(1), Value.of(2));
    assertThat(parts.get("labels").elements()).hasSize(1);
    assertThat(parts.get("disk").elements()).hasSize(1);
    assertThat(parts.get("rule").elements().iterator().next().entries().get("comment"))
        .isEqualTo(Value.nullOf(Types.STRING));
    assertThat(parts.get("settings").entries().get("level")).isEqualTo(Value.nullOf(Types.NUMBER));
    assertThat(parts.get("regions").entries().get("r").entries().get("level"))
        .isEqualTo(Value.of(7));
    assertThat(parts.get("note")).isEqualTo(Value.nullOf(Types.STRING));
    assertThat(of("{'anything': [1, 'a']}").entries().get("anything").elements()).hasSize(2);
  }

  @Test
  void saysWhereSomethingDoesNotFitAndNotWhatStandsThere() {
    assertThatThrownBy(() -> of("{'rule': [{'port': 'hidden'}]}"))
        .isInstanceOf(DecodeFailed.class)
        .hasMessageStartingWith("rule.port: ")
        .hasMessageNotContaining("hidden");
    assertThatThrownBy(() -> of("{'rule': ['x']}"))
        .isInstanceOf(DecodeFailed.class)
        .hasMessage("rule: not a block");
  }

  @Test
  void pointersEndWhereElementsHaveNoPlace() throws Exception {
    assertThat(ConfigValues.recordedPointer(thing().type(), "/rule/0/comment"))
        .isEqualTo("/rule/0/comment");
    assertThat(ConfigValues.recordedPointer(thing().type(), "/disk/1/comment")).isEqualTo("/disk");
    assertThat(ConfigValues.recordedPointer(thing().type(), "/labels/0")).isEqualTo("/labels");
    assertThat(ConfigValues.recordedPointer(thing().type(), "/anything/0/a"))
        .isEqualTo("/anything");
    assertThat(ConfigValues.recordedPointer(thing().type(), "/tags/a~1b")).isEqualTo("/tags/a~1b");
    assertThat(ConfigValues.recordedPointer(thing().type(), "")).isEmpty();
  }
}
