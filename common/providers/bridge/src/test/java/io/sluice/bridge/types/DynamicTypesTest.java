package io.sluice.bridge.types;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bridge.schema.Block;
import io.sluice.bridge.trial.TrialSchema;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DynamicTypesTest {
  private static Block block() throws Exception {
    return TrialSchema.catalog(ProtocolVersion.SIX).resource("trial_loose").orElseThrow().block();
  }

  private static Value loose(Value value) throws Exception {
    Map<String, Value> parts = new LinkedHashMap<>(block().empty().entries());
    parts.put("value", value);
    return ObjectValue.of(parts);
  }

  private static Value as(Value planned, Value read) throws Exception {
    return DynamicTypes.as(block(), loose(planned), loose(read)).entries().get("value");
  }

  @Test
  void aListIsOneAgain() throws Exception {
    Value list = ListValue.of(Types.STRING, List.of(Value.of("a")));
    assertThat(as(list, TupleValue.of(List.of(Value.of("a"))))).isEqualTo(list);
  }

  @Test
  void aNumberStaysOneWhereATextWasPlannedBecauseItsChangeIsIgnored() throws Exception {
    assertThat(as(Value.of("1"), Value.of(1))).isEqualTo(Value.of(1));
    Value texts = ListValue.of(Types.STRING, List.of(Value.of("1")));
    Value numbers = TupleValue.of(List.of(Value.of(1)));
    assertThat(as(texts, numbers)).isEqualTo(numbers);
  }
}
