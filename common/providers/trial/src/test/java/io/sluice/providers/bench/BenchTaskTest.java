package io.sluice.providers.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.Provider;
import io.sluice.provider.contract.ResourceContract;
import java.math.BigInteger;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BenchTaskTest extends ResourceContract {
  @Override
  protected Provider provider() {
    return new BenchProvider();
  }

  @Override
  protected String type() {
    return "bench_task";
  }

  @Override
  protected JsonNode desired() {
    return json("{'input':41,'sleep_ms':1}");
  }

  @Override
  protected Optional<JsonNode> changed() {
    return Optional.of(json("{'input':7}"));
  }

  @Override
  protected boolean stateOnly() {
    return true;
  }

  @Test
  void addsOne() {
    assertThat(create().attributes().get("output").intValue()).isEqualTo(42);
  }

  @Test
  void staysExactBeyondEveryMachineInteger() {
    assertThat(
            done(create(json("{'input':9223372036854775807}")))
                .attributes()
                .get("output")
                .bigIntegerValue())
        .isEqualTo(new BigInteger("9223372036854775808"));
  }
}
