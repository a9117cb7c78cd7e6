package io.sluice.transport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The credentials of a process, besides the settings of its Kafka clients. None of it is in
 * ZooKeeper or in a topic.
 *
 * @param zookeeper {@code user:password} of this process at the ensemble; null where everyone may
 *     do everything there
 * @param zookeeperReaders {@code user:HASH} (ZooKeeper's digest id) for people and their commands:
 *     they may read where owners are, and nothing else
 * @param httpTokens bearer tokens of the query API: the first is shown, all are accepted, so that
 *     one can take the other's place without a moment in which neither is right
 */
public record Credentials(
    @Nullable String zookeeper, @Nullable String zookeeperReaders, List<String> httpTokens) {
  public static final Credentials NONE = new Credentials(null, null, List.of());
  public static final String HTTP_TOKEN = "SLUICE_HTTP_TOKEN";
  public static final String ZOOKEEPER_AUTH = "SLUICE_ZOOKEEPER_AUTH";
  public static final String ZOOKEEPER_READERS = "SLUICE_ZOOKEEPER_READERS";
  private static final String FILE = "_FILE";
  private static final int SHORTEST_TOKEN = 16;
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/=-]+");
  private static final Pattern DIGEST = Pattern.compile("[^:]+:[A-Za-z0-9+/]+=*");

  public Credentials {
    httpTokens = List.copyOf(httpTokens);
    if (zookeeper != null && zookeeper.indexOf(':') < 1) {
      throw misconfigured(ZOOKEEPER_AUTH + " must be user:password");
    }
    if (zookeeperReaders != null && !DIGEST.matcher(zookeeperReaders).matches()) {
      throw misconfigured(ZOOKEEPER_READERS + " must be user:HASH, a digest id of ZooKeeper");
    }
    for (String token : httpTokens) {
      if (token.length() < SHORTEST_TOKEN || !TOKEN.matcher(token).matches()) {
        throw misconfigured(
            HTTP_TOKEN
                + " needs at least "
                + SHORTEST_TOKEN
                + " letters, digits or ._~+/=- (`openssl rand -hex 32` makes a good one)");
      }
    }
  }

  static Credentials from(Map<String, String> environment) {
    String tokens = value(environment, HTTP_TOKEN);
    return new Credentials(
        value(environment, ZOOKEEPER_AUTH),
        value(environment, ZOOKEEPER_READERS),
        tokens == null ? List.of() : List.of(tokens.split("\\s+")));
  }

  Map<String, String> environment() {
    Map<String, String> environment = new TreeMap<>();
    if (zookeeper != null) {
      environment.put(ZOOKEEPER_AUTH, zookeeper);
    }
    if (zookeeperReaders != null) {
      environment.put(ZOOKEEPER_READERS, zookeeperReaders);
    }
    if (!httpTokens.isEmpty()) {
      environment.put(HTTP_TOKEN, String.join(" ", httpTokens));
    }
    return environment;
  }

  /** The token to show; a process without one can't ask, and must not answer. */
  public String httpToken() {
    if (httpTokens.isEmpty()) {
      throw misconfigured(
          "the query API needs a token that all services and commands of the fleet share: set "
              + HTTP_TOKEN
              + " or "
              + HTTP_TOKEN
              + FILE);
    }
    return httpTokens.getFirst();
  }

  /** The value of a variable, or what the file holds that {@code NAME_FILE} names. */
  static @Nullable String value(Map<String, String> environment, String name) {
    String file = environment.getOrDefault(name + FILE, "").strip();
    String text = environment.getOrDefault(name, "").strip();
    if (!text.isEmpty() || file.isEmpty()) {
      return text.isEmpty() ? null : text;
    }
    return content(name + FILE, file);
  }

  static String content(String variable, String file) {
    try {
      String content = Files.readString(Path.of(file)).strip();
      if (content.isEmpty()) {
        throw misconfigured("the file " + file + " that " + variable + " names is empty");
      }
      return content;
    } catch (IOException e) {
      throw new TransportFailure(
          TransportFailure.Code.MISCONFIGURED,
          "the file " + file + " that " + variable + " names cannot be read: " + e,
          e);
    }
  }

  private static TransportFailure misconfigured(String message) {
    return new TransportFailure(TransportFailure.Code.MISCONFIGURED, message);
  }

  /** What there is, never what it is. */
  @Override
  public String toString() {
    return "Credentials[zookeeper="
        + (zookeeper != null)
        + ", zookeeperReaders="
        + (zookeeperReaders != null)
        + ", httpTokens="
        + httpTokens.size()
        + "]";
  }
}
