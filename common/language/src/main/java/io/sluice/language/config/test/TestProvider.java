package io.sluice.language.config.test;

import io.sluice.language.config.Declarations.ProviderConfiguration;
import io.sluice.language.value.Value;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A provider that a test file configures, or mocks.
 *
 * @param mock null for one that is really asked
 */
public record TestProvider(ProviderConfiguration configuration, @Nullable Mock mock) {
  /**
   * A provider that is never asked: what it would compute is made up.
   *
   * @param resources what is made up of resources, by their types
   * @param data the same of data sources
   * @param duringPlan whether what is made up is known when planning
   */
  public record Mock(
      Map<String, Defaults> resources,
      Map<String, Defaults> data,
      List<OverrideBlock> overrides,
      boolean duringPlan) {
    public Mock {
      resources = Map.copyOf(resources);
      data = Map.copyOf(data);
      overrides = List.copyOf(overrides);
    }
  }

  /**
   * @param values an object
   */
  public record Defaults(Value values, boolean duringPlan) {}
}
