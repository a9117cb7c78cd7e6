package io.sluice.language.config;

import java.util.List;
import java.util.Optional;

/**
 * The files that a configuration is read from: a directory on disk, or a bundle. Paths are relative
 * to the root, with slashes; the root itself is {@code "."}.
 */
public interface ConfigurationFiles {
  /** The names of the files of a directory, sorted; empty if there is no such directory. */
  Optional<List<String>> names(String directory);

  /** The bytes of a file; empty if it is not there or can't be read. */
  Optional<byte[]> read(String path);
}
