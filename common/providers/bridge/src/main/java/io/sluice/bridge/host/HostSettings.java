package io.sluice.bridge.host;

import io.sluice.provider.plugin.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;

/**
 * @param runtime a directory of this machine for sockets and notes about processes; its path must
 *     be short
 * @param schemas where what packages say of themselves is kept
 * @param memory resident bytes of all plugins together above which unused ones are ended
 * @param idle how long a plugin is kept that nobody uses
 */
public record HostSettings(Path runtime, Path schemas, long memory, Duration idle) {
  public static final long USUAL_MEMORY = 2L * 1024 * 1024 * 1024;
  public static final Duration USUAL_IDLE = Duration.ofMinutes(10);

  /** With a runtime directory that is the user's own. */
  public static HostSettings usual(Path schemas) {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    String user = System.getProperty("user.name").replaceAll("[^A-Za-z0-9._-]", "_");
    return new HostSettings(
        own(temporary, "sluice-plugins-" + user), schemas, USUAL_MEMORY, USUAL_IDLE);
  }

  /** Where somebody else has taken the name, another one. */
  private static Path own(Path temporary, String name) {
    Path usual = temporary.resolve(name);
    try {
      return !Files.exists(usual, LinkOption.NOFOLLOW_LINKS) || Ownership.isMine(usual)
          ? usual
          : Files.createTempDirectory(temporary, name);
    } catch (IOException e) {
      return usual;
    }
  }
}
