package io.sluice.planning.configuration.values;

import io.sluice.language.address.ProviderSource;
import io.sluice.language.config.Module;
import io.sluice.language.function.Function;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Parameter;
import io.sluice.language.function.ProviderFunctions;
import io.sluice.language.instancing.ModuleFunctions;
import io.sluice.language.tfvars.TfvarsFunctions;
import io.sluice.language.value.Value;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.WorkingDirectory;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.FunctionSchema;
import java.util.List;
import java.util.Optional;

/** The functions of the providers that modules require, by what they call these providers. */
public final class ProviderCalls implements ModuleFunctions {
  private final ProviderRegistry registry;
  private final Caller caller;
  private final String directory;

  /** Knows the results of provider functions. */
  @FunctionalInterface
  public interface Caller {
    /** Asks no provider: every result is unknown. */
    Caller NOBODY = (provider, function, arguments) -> Optional.empty();

    /** Empty as long as the provider has not answered. */
    Optional<Value> call(Provider provider, String function, List<Value> arguments)
        throws FunctionFailure;
  }

  /**
   * @param directory of the configuration, where packages may be installed
   */
  public ProviderCalls(ProviderRegistry registry, Caller caller, String directory) {
    this.registry = registry;
    this.caller = caller;
    this.directory = directory;
  }

  @Override
  public ProviderFunctions of(Module module) {
    return (name, function) -> {
      ProviderSource source =
          module.requiredProviders().containsKey(name) ? module.provider(name).orElse(null) : null;
      if (source == null) {
        return new ProviderFunctions.NoProvider();
      }
      if (source.isBuiltIn() && source.type().equals(TfvarsFunctions.PROVIDER)) {
        return TfvarsFunctions.find(function)
            .<ProviderFunctions.Found>map(ProviderFunctions.BuiltIn::new)
            .orElseGet(ProviderFunctions.NoFunction::new);
      }
      Provider provider = provider(source).orElse(null);
      if (provider == null) {
        return source.isBuiltIn()
            ? new ProviderFunctions.NoProvider()
            : new ProviderFunctions.NotInstalled(source.displayed());
      }
      FunctionSchema schema = provider.function(function).orElse(null);
      PluginWork from = provider.plugin().orElse(null);
      return schema == null || from == null
          ? new ProviderFunctions.NoFunction()
          : new ProviderFunctions.Known(
              callable(name, function, provider, schema), from.in(WorkingDirectory.of(directory)));
    };
  }

  private Optional<Provider> provider(ProviderSource source) {
    return source.isBuiltIn() ? registry.provider(source.type()) : registry.real(source.toString());
  }

  private Function callable(
      String local, String function, Provider provider, FunctionSchema schema) {
    Function.Builder builder = Function.named("provider::" + local + "::" + function);
    schema.parameters().forEach(parameter -> builder.with(parameter(parameter)));
    schema.variadic().ifPresent(parameter -> builder.more(parameter(parameter)));
    return builder
        .gives(SchemaTypes.of(schema.result()))
        .orNull()
        .does(
            (arguments, type, context) ->
                isEnough(schema, arguments)
                    ? caller.call(provider, function, arguments).orElse(Value.unknown(type))
                    : Value.unknown(type));
  }

  private static Parameter parameter(FunctionSchema.Parameter parameter) {
    Parameter plain = Parameter.of(parameter.name(), SchemaTypes.of(parameter.type()));
    Parameter nulls = parameter.allowsNull() ? plain.allowingNull() : plain;
    return parameter.allowsUnknown() ? nulls.allowingUnknown().allowingDynamic() : nulls;
  }

  /** Arguments are to be known throughout, except where the function wants to see others too. */
  private static boolean isEnough(FunctionSchema schema, List<Value> arguments) {
    for (int i = 0; i < arguments.size(); i++) {
      FunctionSchema.Parameter parameter =
          i < schema.parameters().size()
              ? schema.parameters().get(i)
              : schema.variadic().orElseThrow();
      if (!parameter.allowsUnknown() && !arguments.get(i).isWhollyKnown()) {
        return false;
      }
    }
    return true;
  }
}
