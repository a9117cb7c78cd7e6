package io.sluice.install.provider;

import io.sluice.install.address.Platform;
import io.sluice.install.address.Version;
import io.sluice.language.address.ProviderSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A directory of unpacked packages for one platform, {@code HOST/NAMESPACE/TYPE/VERSION/PLATFORM/}:
 * the one of a configuration, or the cache that configurations share.
 */
public record ProviderStore(Path root, Platform platform) {
  /** Of a configuration. */
  public static ProviderStore of(Path configuration, Platform platform) {
    return new ProviderStore(configuration.resolve(".terraform").resolve("providers"), platform);
  }

  public Path directory(ProviderSource provider, Version version) {
    return root.resolve(provider.toString())
        .resolve(version.toString())
        .resolve(platform.toString());
  }

  /** The directory, if a package is in it. */
  Optional<Path> installed(ProviderSource provider, Version version) {
    return Optional.of(directory(provider, version)).filter(Files::isDirectory);
  }

  /**
   * The program of a package: by name the first file called {@code terraform-provider-TYPE}, alone
   * or followed by an underscore or a dot.
   */
  public static Optional<Path> executable(Path directory, ProviderSource provider)
      throws IOException {
    String name = "terraform-provider-" + provider.type();
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> !Files.isDirectory(file))
          .filter(
              file -> {
                String found = String.valueOf(file.getFileName());
                return found.equals(name)
                    || found.startsWith(name + "_")
                    || found.startsWith(name + ".");
              })
          .min(Comparator.comparing(file -> String.valueOf(file.getFileName())));
    }
  }
}
