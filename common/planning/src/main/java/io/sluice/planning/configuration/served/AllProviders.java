package io.sluice.planning.configuration.served;

import io.sluice.language.config.Module;
import io.sluice.language.instancing.ModuleInstance;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.plan.Reference;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.ask.ProviderUse;
import io.sluice.planning.configuration.served.Providers.Configured;
import io.sluice.provider.ProviderRegistry;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The provider blocks of a whole configuration, by their names, as soon as someone asks. */
public final class AllProviders {
  private final Module root;
  private final Providers providers;
  private final Supplier<ModuleInstance> evaluated;

  public AllProviders(Module root, Providers providers, Supplier<ModuleInstance> evaluated) {
    this.root = root;
    this.providers = providers;
    this.evaluated = evaluated;
  }

  public SortedMap<String, Configured> configured() {
    return Providers.areIn(root) ? providers.all(evaluated.get()) : new TreeMap<>();
  }

  public SortedMap<String, ProviderBlock> blocks() {
    SortedMap<String, ProviderBlock> blocks = new TreeMap<>();
    configured().forEach((name, configured) -> blocks.put(name, configured.block()));
    return blocks;
  }

  /** How the provider of an object is asked; empty where its block is gone. */
  public Optional<ProviderUse> use(StateRecord record, ProviderRegistry.Found found) {
    String named = record.providerConfig();
    Configured configured = configured().get(named == null ? found.provider().name() : named);
    if (configured != null) {
      return Optional.of(configured.use());
    }
    return named == null ? Optional.of(Providers.unconfigured(found.provider())) : Optional.empty();
  }

  public List<Reference> references(@Nullable String provider) {
    Configured configured = provider == null ? null : configured().get(provider);
    return configured == null ? List.of() : configured.body().references();
  }
}
