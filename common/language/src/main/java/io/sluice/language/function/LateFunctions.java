package io.sluice.language.function;

import io.sluice.model.plan.PluginWork;
import java.util.SortedMap;

/** The functions of providers that an expression calls which had to wait for the run. */
@FunctionalInterface
public interface LateFunctions {
  /** Where no provider's program runs. */
  LateFunctions NONE = providers -> ProviderFunctions.NONE;

  ProviderFunctions of(SortedMap<String, PluginWork> providers);
}
