package io.sluice.providers.random;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.Provider;
import io.sluice.provider.contract.ResourceContract;
import java.math.BigInteger;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RandomIdTest extends ResourceContract {
  @Override
  protected Provider provider() {
    return new RandomProvider();
  }

  @Override
  protected String type() {
    return "random_id";
  }

  @Override
  protected JsonNode desired() {
    return json("{'byte_length':8,'prefix':'web-','keepers':{'a':'b'}}");
  }

  @Override
  protected boolean stateOnly() {
    return true;
  }

  @Override
  protected String importId(io.sluice.provider.Prior prior) {
    return "web-," + prior.id();
  }

  @Override
  protected Set<String> unknownAfterImport() {
    return Set.of("keepers");
  }

  @Test
  void allFormsAreTheSameBytes() {
    JsonNode made = create().attributes();
    String hex = made.get("hex").asText().substring("web-".length());
    assertThat(hex).hasSize(16);
    assertThat(made.get("dec").asText()).isEqualTo("web-" + new BigInteger(hex, 16));
    assertThat(made.get("b64_url").asText()).isEqualTo("web-" + made.get("id").asText());
    assertThat(java.util.Base64.getDecoder().decode(made.get("b64_std").asText().substring(4)))
        .isEqualTo(java.util.HexFormat.of().parseHex(hex));
  }
}
