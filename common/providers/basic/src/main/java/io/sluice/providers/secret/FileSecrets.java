package io.sluice.providers.secret;

import io.sluice.provider.secret.SecretSource;
import io.sluice.provider.secret.SecretSourceKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A folder with a file for each name, as Docker and Kubernetes mount secrets ({@code
 * SLUICE_SECRETS_DIR}), or a file with lines {@code NAME=value}. Read anew every time: what is
 * rotated counts at once. The line break at the end is no part of the value.
 */
public final class FileSecrets implements SecretSourceKind {
  private static final String PATH = "SLUICE_SECRETS_DIR";

  /** Never a path: a configuration may ask for any name. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,200}");

  private static final long LARGEST = 1 << 20;

  @Override
  public String name() {
    return "file";
  }

  @Override
  public SecretSource open(Map<String, String> environment) {
    String path = environment.getOrDefault(PATH, "");
    if (path.isEmpty()) {
      throw new IllegalArgumentException(
          PATH + " is not set: it names the folder or file with the secrets");
    }
    return new Source(Path.of(path).toAbsolutePath().normalize());
  }

  private record Source(Path path) implements SecretSource {
    @Override
    public Optional<String> read(String name) throws Unavailable {
      if (!NAME.matcher(name).matches()) {
        return Optional.empty();
      }
      try {
        if (Files.isDirectory(path)) {
          return Optional.of(text(path.resolve(name)).replaceFirst("\\R\\z", ""));
        }
        return text(path)
            .lines()
            .filter(line -> line.startsWith(name + "="))
            .reduce((first, later) -> later)
            .map(line -> line.substring(name.length() + 1));
      } catch (NoSuchFileException e) {
        return Optional.empty();
      } catch (IOException e) {
        throw new Unavailable(describe() + " can't be read");
      }
    }

    private static String text(Path file) throws IOException {
      if (Files.exists(file) && Files.size(file) > LARGEST) {
        throw new IOException("too large for a secret");
      }
      return Files.readString(file, StandardCharsets.UTF_8);
    }

    @Override
    public String describe() {
      return path.toString();
    }
  }
}
