package io.sluice.provider.plugin;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code .sluice.lock} of a directory: its jars and their hashes, for version control, so that
 * everyone who works with the directory runs the same code. It is not a consent: the author of a
 * change can change it too.
 */
final class PluginList {
  static final String NAME = ".sluice.lock";
  private static final int LARGEST = 1 << 20;
  private static final Pattern LINE = Pattern.compile("sha256:([0-9a-f]{64}) {2}(\\S.*)");

  private final Path file;

  PluginList(Path directory) {
    this.file = directory.resolve(NAME);
  }

  Optional<String> digest(String jar) throws IOException {
    return Optional.ofNullable(read().get(jar));
  }

  void put(String jar, String digest) throws IOException {
    SortedMap<String, String> all = read();
    all.put(jar, digest);
    StringBuilder text =
        new StringBuilder(
            """
            # The jars in plugins/, written by `sluice plugins allow`. Commit it: Sluice loads a jar only if
            # its hash is here and you have allowed it yourself.
            """);
    all.forEach(
        (name, hash) -> text.append("sha256:").append(hash).append("  ").append(name).append('\n'));
    // Beside, then renamed: a link of this name is replaced, never followed.
    Path fresh = file.resolveSibling(NAME + "." + UUID.randomUUID() + ".new");
    try {
      Files.writeString(fresh, text);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  private SortedMap<String, String> read() throws IOException {
    SortedMap<String, String> all = new TreeMap<>();
    if (!Files.isRegularFile(file)) {
      return all;
    }
    if (Files.size(file) > LARGEST) {
      throw new IOException(NAME + " is too large for a list of plug-ins");
    }
    for (String line : Files.readString(file, StandardCharsets.UTF_8).split("\\R")) {
      Matcher matcher = LINE.matcher(line);
      if (matcher.matches()) {
        all.put(matcher.group(2), matcher.group(1));
      }
    }
    return all;
  }
}
