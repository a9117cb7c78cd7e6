package io.sluice.provider.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.model.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AttributeBindingTest {
  private record Rule(int fromPort, @Nullable String note) {}

  private record Firewall(
      String networkName, boolean open, List<Rule> rules, Map<String, String> tags) {}

  @Test
  void bindsAttributesToARecordAndBack() throws Exception {
    String text =
        "{\"network_name\":\"n\",\"open\":true,\"rules\":[{\"from_port\":7}],\"tags\":{\"a\":\"b\"},"
            + "\"id\":\"computed\"}";

    Firewall bound = AttributeBinding.bind(Json.tree(text.getBytes("UTF-8")), Firewall.class);

    assertThat(bound)
        .isEqualTo(new Firewall("n", true, List.of(new Rule(7, null)), Map.of("a", "b")));
    assertThat(AttributeBinding.unbind(bound).path("network_name").asText()).isEqualTo("n");
    assertThat(AttributeBinding.unbind(bound).at("/rules/0/from_port").asInt()).isEqualTo(7);
  }

  @Test
  void saysWhatDoesNotFitAndShowsNoValue() {
    for (String wrong : List.of("{\"from_port\":\"secret-word\"}", "{\"note\":\"secret-word\"}")) {
      assertThatThrownBy(
              () -> AttributeBinding.bind(Json.tree(wrong.getBytes("UTF-8")), Rule.class))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("the attributes don't fit Rule")
          .hasMessageNotContaining("secret-word");
    }
  }
}
