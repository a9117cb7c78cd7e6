package io.sluice.provider;

import io.sluice.provider.plugin.Plugin;
import io.sluice.provider.plugin.Plugins;
import io.sluice.provider.schema.Suggestion;
import io.sluice.provider.schema.TypeSchema;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The providers there are: those on the class path and those in jars that may be loaded. A jar that
 * can't be used, or was not allowed, is named and left out; the others work.
 */
public final class ProviderRegistry {
  private static final String CLASS_PATH = "class path";
  private final Map<String, Provider> providers = new TreeMap<>();
  private final Map<Key, Provider> owners = new HashMap<>();
  private final Map<Key, Found> found = new ConcurrentHashMap<>();
  private final List<Broken> broken = new ArrayList<>();
  private final List<String> withheld = new ArrayList<>();

  /** A type and the provider that it belongs to. */
  public record Found(Provider provider, TypeSchema schema) {}

  /** A plug-in that was left out. */
  public record Broken(String name, String reason) {}

  private record Key(TypeSchema.Kind kind, String type) {}

  private ProviderRegistry() {}

  /** With the jars that may be loaded; the others are named. */
  public static ProviderRegistry load(Plugins plugins) {
    ProviderRegistry registry = builtIn();
    for (Plugin plugin : plugins.all()) {
      if (plugin.loads()) {
        registry.addJar(plugin);
      } else {
        registry.broken.add(new Broken(plugin.name(), plugin.why()));
        if (plugin.isWithheld()) {
          registry.withheld.add(plugin.consent());
        }
      }
    }
    return registry;
  }

  public static ProviderRegistry builtIn() {
    ProviderRegistry registry = new ProviderRegistry();
    registry.addAll(
        CLASS_PATH, ServiceLoader.load(Provider.class, Provider.class.getClassLoader()));
    return registry;
  }

  public static ProviderRegistry of(Provider... providers) {
    ProviderRegistry registry = new ProviderRegistry();
    for (Provider provider : providers) {
      registry.add(provider.getClass().getName(), provider);
    }
    return registry;
  }

  /**
   * The class loader stays open as long as the provider may be used: for the life of the process.
   */
  @SuppressWarnings("resource")
  private void addJar(Plugin plugin) {
    String name = plugin.name();
    try {
      Plugins.requirePlugin(plugin.file());
      URL[] urls = {plugin.file().toUri().toURL()};
      URLClassLoader loader = new URLClassLoader(name, urls, Provider.class.getClassLoader());
      addAll(name, ServiceLoader.load(Provider.class, loader));
    } catch (IOException e) {
      broken.add(new Broken(name, String.valueOf(e.getMessage())));
    }
  }

  private void addAll(String from, ServiceLoader<Provider> loader) {
    var services = loader.stream().iterator();
    while (true) {
      try {
        if (!services.hasNext()) {
          return;
        }
        var service = services.next();
        if (from.equals(CLASS_PATH) || !builtIn(service.type())) {
          add(from, service.get());
        }
      } catch (java.util.ServiceConfigurationError | LinkageError | RuntimeException e) {
        broken.add(new Broken(from, String.valueOf(e.getMessage())));
        if (e instanceof LinkageError) {
          return;
        }
      }
    }
  }

  private static boolean builtIn(Class<?> type) {
    return Objects.equals(type.getClassLoader(), Provider.class.getClassLoader());
  }

  private void add(String from, Provider provider) {
    if (providers.containsKey(provider.name())) {
      broken.add(new Broken(from, "there is a provider named \"" + provider.name() + "\" already"));
      return;
    }
    List<Key> keys = new ArrayList<>();
    for (TypeSchema.Kind kind : TypeSchema.Kind.values()) {
      for (String type : provider.typeNames(kind)) {
        Provider other = owners.get(new Key(kind, type));
        if (other != null) {
          broken.add(
              new Broken(from, "its type " + type + " belongs to " + other.name() + " already"));
          return;
        }
        keys.add(new Key(kind, type));
      }
    }
    providers.put(provider.name(), provider);
    keys.forEach(key -> owners.put(key, provider));
  }

  /** These and one more; it is left out, and named, if it takes what is another's. */
  public ProviderRegistry with(String from, Provider more) {
    ProviderRegistry all = new ProviderRegistry();
    all.providers.putAll(providers);
    all.owners.putAll(owners);
    all.broken.addAll(broken);
    all.withheld.addAll(withheld);
    all.add(from, more);
    return all;
  }

  private Optional<Found> found(TypeSchema.Kind kind, String type) {
    Key key = new Key(kind, type);
    Found known = found.get(key);
    Provider owner = owners.get(key);
    if (known != null || owner == null) {
      return Optional.ofNullable(known);
    }
    Optional<Found> read = owner.type(kind, type).map(schema -> new Found(owner, schema));
    read.ifPresent(made -> found.put(key, made));
    return read;
  }

  public Optional<Found> resource(String type) {
    return found(TypeSchema.Kind.RESOURCE, type);
  }

  public Optional<Found> data(String type) {
    return found(TypeSchema.Kind.DATA, type);
  }

  public Optional<Found> step(String runner) {
    return found(TypeSchema.Kind.STEP, runner);
  }

  public Optional<Provider> provider(String name) {
    return Optional.ofNullable(providers.get(name));
  }

  public Collection<Provider> providers() {
    return Collections.unmodifiableCollection(providers.values());
  }

  public List<Broken> broken() {
    return List.copyOf(broken);
  }

  /** For messages about a provider or a type that is not here. */
  public String whereItMayBe() {
    if (withheld.isEmpty()) {
      return "A provider of Terraform's is installed by `sluice init`; a provider's jar belongs"
          + " into the folder plugins.";
    }
    return "A jar that came with the directory is not loaded, because you have not allowed it. If"
        + " you trust it: "
        + String.join("; ", withheld);
  }

  /** The known type that someone probably meant. */
  public Optional<String> suggestion(TypeSchema.Kind kind, String written) {
    return Suggestion.of(
        written,
        owners.keySet().stream()
            .filter(key -> key.kind() == kind)
            .map(Key::type)
            .sorted()
            .toList());
  }
}
