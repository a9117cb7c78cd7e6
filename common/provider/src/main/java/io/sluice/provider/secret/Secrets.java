package io.sluice.provider.secret;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
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

  /** For tests, and for whoever has sources already. */
  public static Secrets of(SecretSource... sources) {
    return new Secrets(List.of(sources));
  }

  /**
   * @param plugins a folder of jars that may hold other kinds; need not exist
   */
  public static Secrets from(Map<String, String> environment, Path plugins) {
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

  private static Map<String, SecretSourceKind> kinds(Path plugins) {
    Map<String, SecretSourceKind> kinds = new LinkedHashMap<>();
    ClassLoader own = SecretSourceKind.class.getClassLoader();
    add(kinds, ServiceLoader.load(SecretSourceKind.class, own));
    for (URL jar : jars(plugins)) {
      try {
        add(
            kinds,
            ServiceLoader.load(SecretSourceKind.class, new URLClassLoader(new URL[] {jar}, own)));
      } catch (ServiceConfigurationError | LinkageError e) {
        // The registry of providers names broken jars.
      }
    }
    return kinds;
  }

  private static void add(
      Map<String, SecretSourceKind> kinds, ServiceLoader<SecretSourceKind> found) {
    found.forEach(kind -> kinds.putIfAbsent(kind.name(), kind));
  }

  private static List<URL> jars(Path plugins) {
    List<URL> jars = new ArrayList<>();
    if (Files.isDirectory(plugins)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(plugins, "*.jar")) {
        for (Path jar : found) {
          jars.add(jar.toUri().toURL());
        }
      } catch (IOException e) {
        // The registry of providers says that the folder can't be read.
      }
    }
    return jars;
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
