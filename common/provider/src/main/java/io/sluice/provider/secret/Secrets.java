package io.sluice.provider.secret;

import io.sluice.provider.plugin.Plugin;
import io.sluice.provider.plugin.Plugins;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** The sources that {@code SLUICE_SECRETS} names, asked one after the other. */
public final class Secrets implements SecretSource {
  private static final String SETTING = "SLUICE_SECRETS";
  private static final String USUAL = "environment";

  private final List<SecretSource> sources;

  private Secrets(List<SecretSource> sources) {
    this.sources = List.copyOf(sources);
  }

  /** For tests, and for callers that have sources already. */
  public static Secrets of(SecretSource... sources) {
    return new Secrets(List.of(sources));
  }

  /**
   * @param plugins whose jars may hold other kinds
   */
  public static Secrets from(Map<String, String> environment, Plugins plugins) {
    Map<String, SecretSourceKind> kinds = kinds(plugins);
    List<SecretSource> sources = new ArrayList<>();
    for (String name : environment.getOrDefault(SETTING, USUAL).strip().split("[,\\s]+")) {
      SecretSourceKind kind = kinds.get(name);
      if (kind == null) {
        throw new IllegalArgumentException(
            SETTING
                + " names the source \""
                + name
                + "\"; there are "
                + String.join(", ", kinds.keySet()));
      }
      sources.add(kind.open(environment));
    }
    return new Secrets(sources);
  }

  private static Map<String, SecretSourceKind> kinds(Plugins plugins) {
    Map<String, SecretSourceKind> kinds = new LinkedHashMap<>();
    ClassLoader own = SecretSourceKind.class.getClassLoader();
    add(kinds, ServiceLoader.load(SecretSourceKind.class, own));
    for (Plugin plugin : plugins.all()) {
      if (!plugin.loads()) {
        continue;
      }
      try {
        URL[] urls = {plugin.file().toUri().toURL()};
        add(kinds, ServiceLoader.load(SecretSourceKind.class, new URLClassLoader(urls, own)));
      } catch (ServiceConfigurationError | LinkageError | IOException e) {
        // The registry of providers names broken jars.
      }
    }
    return kinds;
  }

  private static void add(
      Map<String, SecretSourceKind> kinds, ServiceLoader<SecretSourceKind> found) {
    found.forEach(kind -> kinds.putIfAbsent(kind.name(), kind));
  }

  /** Settings of Sluice itself, its credentials among them: no configuration gets them. */
  public static boolean isOwn(String name) {
    return name.toUpperCase(Locale.ROOT).startsWith("SLUICE_");
  }

  @Override
  public Optional<String> read(String name) throws Unavailable {
    if (isOwn(name)) {
      return Optional.empty();
    }
    for (SecretSource source : sources) {
      Optional<String> value = source.read(name);
      if (value.isPresent()) {
        return value;
      }
    }
    return Optional.empty();
  }

  @Override
  public String describe() {
    return sources.stream().map(SecretSource::describe).collect(Collectors.joining(" and "));
  }
}
