package io.sluice.bridge.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bridge.schema.Block;
import io.sluice.bridge.trial.TrialSchema;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HiddenTextsTest {
  @Test
  void takesOutWhatItWasTold() {
    HiddenTexts hidden = new HiddenTexts();
    assertThat(hidden.apply("password is hunter22")).isEqualTo("password is hunter22");
    hidden.add(List.of("hunter22"));
    hidden.add(List.of("hunter22"));
    assertThat(hidden.apply("password is hunter22")).isEqualTo("password is (sensitive value)");
  }

  @Test
  void remembersTheNewest() {
    HiddenTexts hidden = new HiddenTexts();
    hidden.add(IntStream.range(0, 2_100).mapToObj(i -> "secret-" + i + "-end").toList());
    assertThat(hidden.apply("secret-2099-end secret-5-end"))
        .isEqualTo("(sensitive value) secret-5-end");
  }

  @Test
  void findsWhatASchemaCallsSecret() throws Exception {
    Block thing =
        TrialSchema.catalog(ProtocolVersion.SIX).resource("trial_thing").orElseThrow().block();
    Map<String, Value> parts = new LinkedHashMap<>(thing.empty().entries());
    parts.put("name", Value.of("a"));
    parts.put("secret", Value.of("hunter22"));
    assertThat(HiddenTexts.in(thing, ObjectValue.of(parts))).containsExactly("hunter22");
    parts.put("secret", Value.unknown(Types.STRING));
    assertThat(HiddenTexts.in(thing, ObjectValue.of(parts))).isEmpty();
  }
}
