package io.sluice.install.address;

import io.sluice.language.address.BadText;
import java.util.Locale;
import java.util.regex.Pattern;

/** Operating system and processor, by the names that registries have for them. */
public record Platform(String os, String arch) implements Comparable<Platform> {
  private static final Pattern WORD = Pattern.compile("[a-z0-9]+");

  /** {@code linux_amd64}. */
  public static Platform parse(String text) {
    String[] parts = text.toLowerCase(Locale.ROOT).split("_", -1);
    if (parts.length != 2
        || !WORD.matcher(parts[0]).matches()
        || !WORD.matcher(parts[1]).matches()) {
      throw new BadText("\"" + text + "\" is not a platform such as linux_amd64");
    }
    return new Platform(parts[0], parts[1]);
  }

  /** Of this machine. */
  public static Platform current() {
    return of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
  }

  static Platform of(String systemName, String processor) {
    String name = systemName.toLowerCase(Locale.ROOT);
    String os = name.startsWith("mac") ? "darwin" : name.split(" ", 2)[0];
    String arch =
        switch (processor.toLowerCase(Locale.ROOT)) {
          case "amd64", "x86_64" -> "amd64";
          case "aarch64", "arm64" -> "arm64";
          case "x86", "i386", "i686" -> "386";
          default -> processor.toLowerCase(Locale.ROOT);
        };
    return new Platform(os, arch);
  }

  @Override
  public int compareTo(Platform other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public String toString() {
    return os + "_" + arch;
  }
}
