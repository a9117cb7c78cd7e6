package io.sluice.language.function;

import io.sluice.model.plan.PluginWork;
import java.util.SortedMap;

/** The provider functions that a deferred expression calls. */
@FunctionalInterface
public interface LateFunctions {
  /** Where no provider's program runs. */
  LateFunctions NONE = providers -> ProviderFunctions.NONE;

  ProviderFunctions of(SortedMap<String, PluginWork> providers);
}
