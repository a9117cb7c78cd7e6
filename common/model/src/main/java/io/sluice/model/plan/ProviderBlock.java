package io.sluice.model.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One configuration of a provider, as it travels with every node that uses it: so state knows
 * nothing of it, and a worker looks nothing up.
 *
 * @param config unsubstituted; what it refers to is among the node's values
 * @param rate operations a second, over all workers
 * @param maxConcurrent operations at once, over all workers
 * @param sensitivePaths JSON pointers into the configuration whose literals travel sealed
 * @param passing which of its refusals are worth another try; null where the block does not say
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ProviderBlock(
    @JsonInclude(JsonInclude.Include.ALWAYS) JsonNode config,
    @Nullable Double rate,
    @Nullable Integer maxConcurrent,
    List<String> sensitivePaths,
    @Nullable PassingRefusals passing) {
  public ProviderBlock {
    sensitivePaths = sensitivePaths == null ? List.of() : List.copyOf(sensitivePaths);
  }

  public ProviderBlock(
      JsonNode config,
      @Nullable Double rate,
      @Nullable Integer maxConcurrent,
      List<String> sensitivePaths) {
    this(config, rate, maxConcurrent, sensitivePaths, null);
  }

  public ProviderBlock withConfig(JsonNode other) {
    return new ProviderBlock(other, rate, maxConcurrent, sensitivePaths, passing);
  }
}
