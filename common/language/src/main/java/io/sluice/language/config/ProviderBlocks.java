package io.sluice.language.config;

import io.sluice.language.config.Declarations.HandedProvider;
import io.sluice.language.config.Declarations.ModuleCall;
import io.sluice.language.config.Declarations.ProviderConfiguration;
import io.sluice.language.syntax.Traversal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which {@code provider} block a name means in a module: its own, else what its call hands down,
 * else that of the same name above it. A name with an alias is never inherited unasked.
 */
public final class ProviderBlocks {
  private final Map<String, Module> parents = new HashMap<>();

  public ProviderBlocks(Module root) {
    collect(root);
  }

  /** A block and the module that it is in. */
  public record Found(Module module, ProviderConfiguration configuration) {
    /** What plans and state call it: {@code fakecloud.west}, {@code module.a.fakecloud}. */
    public String name() {
      return module.prefix() + configuration.reference();
    }
  }

  private void collect(Module module) {
    for (Module child : module.children().values()) {
      parents.put(child.prefix(), module);
      collect(child);
    }
  }

  /** The block that a resource names, else the default one of its provider. */
  public Optional<Found> of(Module module, Resource resource) {
    Traversal named = resource.provider();
    return find(module, named == null ? resource.defaultProvider() : named.toString());
  }

  public Optional<Found> find(Module module, String reference) {
    for (ProviderConfiguration configuration : module.providers()) {
      if (configuration.reference().equals(reference)) {
        return Optional.of(new Found(module, configuration));
      }
    }
    Module parent = parents.get(module.prefix());
    if (parent == null) {
      return Optional.empty();
    }
    @Nullable ModuleCall call = parent.calls().get(module.path().getLast());
    @Nullable HandedProvider handed = call == null ? null : call.providers().get(reference);
    if (handed != null) {
      return find(parent, handed.configuration().toString());
    }
    return reference.indexOf('.') < 0 ? find(parent, reference) : Optional.empty();
  }
}
