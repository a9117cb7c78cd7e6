package io.sluice.provider;

import io.sluice.model.Suggestion;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.record.StateRecord;
import io.sluice.provider.plugin.Plugin;
import io.sluice.provider.plugin.Plugins;
import io.sluice.provider.schema.ProviderPackage;
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
import org.jspecify.annotations.Nullable;

/**
 * The providers there are: Sluice's own, on the class path and in jars that may be loaded, and real
 * ones, which are programs. Own ones go by their names, and no two have a type of the same name;
 * real ones go by their addresses, and have what types they like. A jar that can't be used, or was
 * not allowed, is named and left out; the others work.
 */
public final class ProviderRegistry {
  private static final String CLASS_PATH = "class path";
  private static final String OWN = "";
  private final Map<String, Provider> providers = new TreeMap<>();
  private final Map<String, Provider> real = new TreeMap<>();

  /** Real ones that serve what they are asked for, and can't be had here: the reasons. */
  private final Map<String, String> missing = new TreeMap<>();

  private final Map<Key, Provider> owners = new HashMap<>();
  private final Map<Key, Found> found = new ConcurrentHashMap<>();
  private final List<Broken> broken = new ArrayList<>();
  private final List<String> withheld = new ArrayList<>();
  private @Nullable PackageReader reader;
  private StandIns standIns = StandIns.NONE;

  /** A type and the provider that it belongs to. */
  public record Found(Provider provider, TypeSchema schema) {
    /** The address of the real provider; null for one of Sluice's own. */
    public @Nullable String source() {
      return provider.plugin().map(PluginWork::source).orElse(null);
    }
  }

  /** Makes a real provider of what travelled of it. */
  @FunctionalInterface
  public interface PackageReader {
    Provider read(ProviderPackage packed) throws ProviderPackage.Damaged;
  }

  /** A plug-in that was left out. */
  public record Broken(String name, String reason) {}

  /** Who takes a provider's place in some blocks, as tests of configurations want it. */
  @FunctionalInterface
  public interface StandIns {
    StandIns NONE = (block, usual) -> Optional.empty();

    /**
     * The provider that serves a block instead; it has the types of the usual one.
     *
     * @param block the address of the block, without keys
     */
    Optional<Provider> instead(String block, Provider usual);
  }

  private record Key(String source, TypeSchema.Kind kind, String type) {
    static Key own(TypeSchema.Kind kind, String type) {
      return new Key(OWN, kind, type);
    }
  }

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
        Provider other = owners.get(Key.own(kind, type));
        if (other != null) {
          broken.add(
              new Broken(from, "its type " + type + " belongs to " + other.name() + " already"));
          return;
        }
        keys.add(Key.own(kind, type));
      }
    }
    providers.put(provider.name(), provider);
    keys.forEach(key -> owners.put(key, provider));
  }

  /** These and real ones, each in place of another of its address. */
  public ProviderRegistry with(Collection<? extends Provider> more) {
    ProviderRegistry all = copy();
    for (Provider provider : more) {
      String source =
          provider.plugin().map(PluginWork::source).orElseThrow(IllegalArgumentException::new);
      all.real.put(source, provider);
      all.missing.remove(source);
    }
    return all;
  }

  /** These, for those who get real providers without their packages. */
  public ProviderRegistry readingBy(PackageReader other) {
    ProviderRegistry all = copy();
    all.reader = other;
    return all;
  }

  /** These and what travelled. */
  public ProviderRegistry reading(List<ProviderPackage> packages) throws ProviderPackage.Damaged {
    List<Provider> read = new ArrayList<>();
    for (ProviderPackage one : packages) {
      if (reader == null) {
        throw new ProviderPackage.Damaged(
            "This process has no use for " + one.source() + " without its package.", null);
      }
      read.add(reader.read(one));
    }
    return read.isEmpty() ? this : with(read);
  }

  /**
   * These, where a real provider would serve what it is asked for and can't be had.
   *
   * @param why a sentence
   */
  public ProviderRegistry missing(String source, String why) {
    ProviderRegistry all = copy();
    all.real.remove(source);
    all.missing.put(source, why);
    return all;
  }

  private ProviderRegistry copy() {
    ProviderRegistry all = new ProviderRegistry();
    all.providers.putAll(providers);
    all.owners.putAll(owners);
    all.real.putAll(real);
    all.missing.putAll(missing);
    all.broken.addAll(broken);
    all.withheld.addAll(withheld);
    all.reader = reader;
    all.standIns = standIns;
    return all;
  }

  /**
   * These, where others stand in for some of them.
   *
   * @param own each in place of Sluice's own of its name, with all of its types
   */
  public ProviderRegistry standingIn(Collection<? extends Provider> own, StandIns others) {
    ProviderRegistry all = copy();
    all.standIns = others;
    for (Provider provider : own) {
      Provider before = all.providers.put(provider.name(), provider);
      all.owners.values().removeIf(owner -> owner.equals(before));
      for (TypeSchema.Kind kind : TypeSchema.Kind.values()) {
        for (String type : provider.typeNames(kind)) {
          all.owners.put(Key.own(kind, type), provider);
        }
      }
    }
    return all;
  }

  /** Whether another one stands in for a provider in a block. */
  public boolean isStoodInFor(String block, Provider usual) {
    return standIns.instead(block, usual).isPresent();
  }

  /** The same type, of who stands in for its provider in a block. */
  public Found inBlock(String block, Found usual) {
    return standIns
        .instead(block, usual.provider())
        .map(provider -> new Found(provider, usual.schema()))
        .orElse(usual);
  }

  /**
   * A type of one provider.
   *
   * @param source a real one's address; null for Sluice's own, whichever has the type
   */
  public Optional<Found> find(@Nullable String source, TypeSchema.Kind kind, String type) {
    Key key = new Key(source == null ? OWN : source, kind, type);
    Found known = found.get(key);
    Provider owner = source == null ? owners.get(key) : real.get(source);
    if (known != null || owner == null) {
      return Optional.ofNullable(known);
    }
    Optional<Found> read = owner.type(kind, type).map(schema -> new Found(owner, schema));
    read.ifPresent(made -> found.put(key, made));
    return read;
  }

  private Optional<Found> found(TypeSchema.Kind kind, String type) {
    return find(null, kind, type);
  }

  /** The type of what state holds, as the provider has it that wrote it. */
  public Optional<Found> resource(StateRecord record) {
    return find(record.source(), TypeSchema.Kind.RESOURCE, record.type());
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

  /** A real one by its address. */
  public Optional<Provider> real(String source) {
    return Optional.ofNullable(real.get(source));
  }

  /** All real ones by their addresses. */
  public Map<String, Provider> real() {
    return Collections.unmodifiableMap(real);
  }

  /** Why a real one that serves what it is asked for can't be had here. */
  public Optional<String> whyMissing(String source) {
    return Optional.ofNullable(missing.get(source));
  }

  public Collection<Provider> providers() {
    return Collections.unmodifiableCollection(providers.values());
  }

  public List<Broken> broken() {
    return List.copyOf(broken);
  }

  /** Whether there are jars that were not allowed. */
  public boolean withholds() {
    return !withheld.isEmpty();
  }

  /** For messages about one of Sluice's own, or a type of theirs, that is not here. */
  public String whereItMayBe() {
    if (withheld.isEmpty()) {
      return "A provider of Terraform's is installed by `sluice init`; a provider's jar belongs"
          + " into the folder plugins.";
    }
    return "A jar that came with the directory is not loaded, because you have not allowed it. If"
        + " you trust it: "
        + String.join("; ", withheld);
  }

  /** Advice where a real one can't be had and Sluice has its like; empty otherwise. */
  public String ownInstead(String name) {
    return providers.containsKey(name)
        ? " Sluice has a provider \"%s\" of its own: source = \"sluice.io/builtin/%s\" asks for that one."
            .formatted(name, name)
        : "";
  }

  /** The type of this real provider that someone probably meant. */
  public Optional<String> suggestion(String source, TypeSchema.Kind kind, String written) {
    return real(source)
        .flatMap(
            provider ->
                Suggestion.of(written, provider.typeNames(kind).stream().sorted().toList()));
  }

  /** The type of Sluice's own that someone probably meant. */
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
