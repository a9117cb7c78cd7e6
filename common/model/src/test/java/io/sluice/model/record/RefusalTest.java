package io.sluice.model.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.Address;
import io.sluice.model.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class RefusalTest {
  private static final Address A = new Address("t.a");

  @Test
  void keepsItsNamesOnTheWire() throws Exception {
    assertThat(text(new Refusal.HeldBy("r", List.of(A))))
        .isEqualTo("{\"kind\":\"heldBy\",\"run\":\"r\",\"what\":[\"t.a\"]}");
    assertThat(text(new Refusal.OtherRoot("mine", "yours")))
        .isEqualTo("{\"kind\":\"otherRoot\",\"owner\":\"mine\",\"asked\":\"yours\"}");
    assertThat(text(new Refusal.PlanDiffers("h", "a", List.of(A))))
        .isEqualTo(
            "{\"kind\":\"planDiffers\",\"hash\":\"h\",\"approved\":\"a\",\"changes\":[\"t.a\"]}");
  }

  @Test
  void readsWhatANewerBuildSays() throws Exception {
    Refusal read = Json.mapper().readValue("{\"kind\": \"newer\", \"of\": 1}", Refusal.class);

    assertThat(read).isInstanceOf(Refusal.Other.class);
  }

  private static String text(Refusal refusal) throws Exception {
    String text = Json.mapper().writerFor(Refusal.class).writeValueAsString(refusal);
    assertThat(Json.mapper().readValue(text, Refusal.class)).isEqualTo(refusal);
    return text;
  }
}
