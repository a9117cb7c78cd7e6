package io.sluice.bridge.trial;

import io.sluice.language.value.Value;
import io.sluice.model.digest.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a provider does with files, relative to where it runs: a data source whose key is a path
 * reads it ({@code ./x}) or makes it ({@code ./x.made}), as an archive is made; an object with the
 * fault {@code read-file} has what is in the file that its note names ({@code digest-file}: its
 * digest), {@code write-file} writes one.
 */
final class TrialFiles {
  private static final String MADE = ".made";

  private TrialFiles() {}

  /** The value of a data source. */
  static String looked(String key) {
    if (!key.startsWith("./")) {
      return "value of " + key;
    }
    if (key.endsWith(MADE)) {
      String content = "made of " + key + System.getenv().getOrDefault("TRIAL_MADE", "");
      write(key, content);
      return content;
    }
    return read(key);
  }

  /** The object after what it does with a file. */
  static Value applied(String fault, String path, Value made) {
    return switch (fault) {
      case "read-file" -> TrialObjects.with(made, "id", Value.of(read(path)));
      case "digest-file" -> TrialObjects.with(made, "id", Value.of(digest(path)));
      case "write-file" -> {
        write(path, "written by " + made.entries().get("name").asText());
        yield made;
      }
      default -> made;
    };
  }

  private static String read(String path) {
    try {
      return Files.readString(Path.of(path));
    } catch (IOException e) {
      throw new UncheckedIOException("no such file: " + path, e);
    }
  }

  private static String digest(String path) {
    try {
      return Sha256.hex(Files.readAllBytes(Path.of(path)));
    } catch (IOException e) {
      throw new UncheckedIOException("no such file: " + path, e);
    }
  }

  private static void write(String path, String content) {
    try {
      Path file = Path.of(path).toAbsolutePath();
      Files.createDirectories(file.getParent());
      Files.write(file, content.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("can't be written: " + path, e);
    }
  }
}
