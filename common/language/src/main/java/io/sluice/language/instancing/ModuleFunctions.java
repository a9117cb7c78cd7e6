package io.sluice.language.instancing;

import io.sluice.language.config.Module;
import io.sluice.language.function.ProviderFunctions;

/** Which functions of providers each module may call: a name means what the module requires. */
@FunctionalInterface
public interface ModuleFunctions {
  ModuleFunctions NONE = module -> ProviderFunctions.NONE;

  ProviderFunctions of(Module module);
}
