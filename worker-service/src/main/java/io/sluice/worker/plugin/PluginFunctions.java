package io.sluice.worker.plugin;

import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.host.Opened;
import io.sluice.bridge.host.PluginUse;
import io.sluice.bridge.schema.FunctionSignature;
import io.sluice.bridge.session.Loss;
import io.sluice.bridge.session.ProviderDiagnostic;
import io.sluice.bridge.session.Reply;
import io.sluice.language.function.Function;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.LateFunctions;
import io.sluice.language.function.Parameter;
import io.sluice.language.function.ProviderFunctions;
import io.sluice.language.tfvars.TfvarsFunctions;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.model.plan.PluginWork;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The functions of real providers, for expressions that had to wait for the run. A provider that is
 * not available fails the call with the reason.
 */
public record PluginFunctions(PluginWorks works) implements LateFunctions {
  @Override
  public ProviderFunctions of(SortedMap<String, PluginWork> providers) {
    return (provider, name) -> {
      PluginWork work = providers.get(provider);
      return work == null ? ofTerraform(provider, name) : found(work, provider, name);
    };
  }

  private static ProviderFunctions.Found ofTerraform(String provider, String name) {
    return provider.equals(TfvarsFunctions.PROVIDER)
        ? TfvarsFunctions.find(name)
            .<ProviderFunctions.Found>map(ProviderFunctions.BuiltIn::new)
            .orElseGet(ProviderFunctions.NoFunction::new)
        : new ProviderFunctions.NoProvider();
  }

  private ProviderFunctions.Found found(PluginWork work, String provider, String name) {
    Function.Builder builder = Function.named("provider::" + provider + "::" + name);
    return switch (works.bind(work)) {
      case PluginWorks.Bound.Unavailable(String reason) ->
          new ProviderFunctions.Known(unavailable(builder, reason), work);
      case PluginWorks.Bound.Ready(PluginWorks.BoundPlugin plugin) -> {
        try {
          Optional<FunctionSignature> signature = plugin.catalog().function(name);
          yield signature.isEmpty()
              ? new ProviderFunctions.NoFunction()
              : new ProviderFunctions.Known(callable(builder, plugin, name, signature.get()), work);
        } catch (DecodeFailed e) {
          yield new ProviderFunctions.Known(unavailable(builder, e.sentence()), work);
        }
      }
    };
  }

  private static Function unavailable(Function.Builder builder, String reason) {
    return builder
        .more(Parameter.of("arguments", Types.ANY).allowingNull())
        .gives(Types.ANY)
        .does(
            (arguments, type, context) -> {
              throw new FunctionFailure(reason);
            });
  }

  private static Function callable(
      Function.Builder builder,
      PluginWorks.BoundPlugin plugin,
      String name,
      FunctionSignature signature) {
    signature.parameters().forEach(parameter -> builder.with(parameter(parameter)));
    signature.variadic().ifPresent(parameter -> builder.more(parameter(parameter)));
    return builder
        .gives(signature.result())
        .orNull()
        .does((arguments, type, context) -> call(plugin, name, arguments));
  }

  private static Parameter parameter(FunctionSignature.Parameter parameter) {
    Parameter plain = Parameter.of(parameter.name(), parameter.type());
    return parameter.allowsNull() ? plain.allowingNull() : plain;
  }

  private static Value call(PluginWorks.BoundPlugin plugin, String name, List<Value> arguments)
      throws FunctionFailure {
    return switch (plugin.openUnconfigured()) {
      case Opened.Refused(List<ProviderDiagnostic> said) ->
          throw new FunctionFailure(Carried.failure(said).message());
      case Opened.Unavailable(String reason) -> throw new FunctionFailure(reason);
      case Opened.Ready(PluginUse use) -> {
        try (use) {
          yield switch (use.session().callFunction(name, arguments)) {
            case Reply.Done<Value>(Value value, List<ProviderDiagnostic> said) -> value;
            case Reply.Refused<Value>(List<ProviderDiagnostic> said) ->
                throw new FunctionFailure(Carried.failure(said).message());
            case Reply.Lost<Value>(Loss loss) -> throw new FunctionFailure(loss.sentence());
          };
        }
      }
    };
  }
}
