package io.sluice.providers.terraform;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.Provider;
import io.sluice.provider.contract.ResourceContract;
import io.sluice.provider.schema.PlannedChange;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TerraformDataTest extends ResourceContract {
  @Override
  protected Provider provider() {
    return new TerraformProvider();
  }

  @Override
  protected String type() {
    return "terraform_data";
  }

  @Override
  protected JsonNode desired() {
    return json("{'input':{'a':[1,2.50]},'triggers_replace':[1]}");
  }

  @Override
  protected Optional<JsonNode> changed() {
    return Optional.of(json("{'input':'x','triggers_replace':[1]}"));
  }

  @Override
  protected boolean stateOnly() {
    return true;
  }

  @Override
  protected Set<String> unknownAfterImport() {
    return Set.of("input", "triggers_replace", "output");
  }

  @Test
  void theOutputIsTheInput() {
    assertThat(create().attributes().get("output")).isEqualTo(desired().get("input"));
  }

  @Test
  void aTriggerReplaces() {
    PlannedChange change =
        provider()
            .plan(
                schema(),
                new Provider.PlanInput(
                    desired(),
                    null,
                    json("{'input':{'a':[1,2.5]},'triggers_replace':[2]}"),
                    Set.of()));
    assertThat(change).isInstanceOf(PlannedChange.Replace.class);
    assertThat(change.unknownAfter()).containsExactly("id", "output");
  }
}
