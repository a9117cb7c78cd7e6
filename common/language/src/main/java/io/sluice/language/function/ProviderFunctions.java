package io.sluice.language.function;

import io.sluice.model.plan.PluginWork;

/**
 * The functions of the providers that a module requires: what {@code provider::NAME::FUNCTION()}
 * calls. Where a provider has not answered yet, its function gives an unknown value.
 */
@FunctionalInterface
public interface ProviderFunctions {
  /** Where no provider has functions. */
  ProviderFunctions NONE = (provider, name) -> new NoProvider();

  /** The result of looking for one. */
  sealed interface Found {}

  /**
   * @param from the package that has it
   */
  record Known(Function function, PluginWork from) implements Found {}

  /** One of Terraform's own provider, which no package has: the language has it. */
  record BuiltIn(Function function) implements Found {}

  /** The module requires no provider of that name. */
  record NoProvider() implements Found {}

  /** The module requires the provider, which is not installed, so its functions are not known. */
  record NotInstalled(String source) implements Found {}

  /** The provider has no function of that name. */
  record NoFunction() implements Found {}

  /**
   * @param provider what the module calls the provider
   */
  Found find(String provider, String name);
}
