package io.sluice.bridge.host;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Where the programs of real providers are had from. Calls block and may run at the same time. */
@FunctionalInterface
public interface PluginPackages {
  Found find(Wanted wanted);

  /**
   * A provider's package.
   *
   * @param source the provider's address, such as {@code registry.terraform.io/hashicorp/aws}
   * @param hashes a package is the right one if it has any of these; empty where anything is
   *     allowed, as for what a developer builds
   * @param directory the directory of the configuration, if it may be on this machine
   */
  record Wanted(String source, String version, List<String> hashes, Optional<Path> directory) {
    public Wanted {
      hashes = List.copyOf(hashes);
    }
  }

  /** What came of looking for it. */
  sealed interface Found {
    /**
     * A program that was compared with what was wanted.
     *
     * @param content the same for the same content, and another for any other: a hash of the
     *     package
     */
    record Program(String source, Path file, String content) implements Found {}

    /** There is none that may run; {@code reason} is a sentence that says where one may be put. */
    record Missing(String reason) implements Found {}
  }
}
