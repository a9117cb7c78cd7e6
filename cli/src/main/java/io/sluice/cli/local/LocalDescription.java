package io.sluice.cli.local;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.embedded.DeploymentSecret;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.json.RequiredFields;
import io.sluice.transport.Connection;
import io.sluice.transport.Credentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a host publishes in {@code stack.json}. It means something only while the host lock is held:
 * each host removes what it finds before it starts.
 *
 * @param stays whether the deployment outlives the command that started it
 * @param command what started it, for people
 * @param stopSeconds how long it may take to stop, by the settings that it was started with; an
 *     older build does not say
 * @param http the query API
 * @param control where the host itself answers
 * @param token the deployment's secret: what opens its broker, its ZooKeeper and its HTTP servers
 *     follows from it. The file is its owner's alone, and the secret ends with the deployment
 */
public record LocalDescription(
    int v,
    long pid,
    String build,
    Mode mode,
    boolean stays,
    String command,
    String kafka,
    String zookeeper,
    String http,
    String control,
    String token,
    Instant since,
    @Nullable Long stopSeconds) {

  /** What a deployment may do. */
  public enum Mode {
    @JsonProperty("full")
    FULL,
    /** Serves the recorded state; applies nothing, gives up on no attempt. */
    @JsonProperty("read")
    READ
  }

  /** How the owner of the directory gets in. */
  public Connection connection() {
    return connection(kafka, zookeeper, new DeploymentSecret(token));
  }

  /** The same before it is described. */
  public static Connection connection(String kafka, String zookeeper, DeploymentSecret secret) {
    return Connection.embedded(kafka, zookeeper)
        .withAccess(
            secret.kafkaClientSettings(),
            new Credentials(secret.zookeeperLogin(), null, List.of(secret.httpToken())));
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return "LocalDescription[" + command + ", pid " + pid + ", " + kafka + "]";
  }

  void publish(LocalDirectory directory) throws IOException {
    Path file = directory.description();
    Path fresh = file.resolveSibling("stack.json.new");
    Files.deleteIfExists(fresh);
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createFile(
          fresh,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    Files.write(fresh, Json.encode(this));
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Empty while a host is starting or stopping, and where the file {@link #isDamaged}. */
  public static Optional<LocalDescription> read(LocalDirectory directory) {
    try {
      return Optional.of(decoded(directory));
    } catch (IOException | MalformedMessage e) {
      return Optional.empty();
    }
  }

  /** Whether the file is there and can't be understood: no host publishes half of it. */
  static boolean isDamaged(LocalDirectory directory) {
    try {
      decoded(directory);
      return false;
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException | MalformedMessage e) {
      return true;
    }
  }

  private static LocalDescription decoded(LocalDirectory directory)
      throws IOException, MalformedMessage {
    byte[] bytes = Files.readAllBytes(directory.description());
    LocalDescription description = Json.decode(bytes, LocalDescription.class);
    RequiredFields.check(description);
    return description;
  }

  static void remove(LocalDirectory directory) throws IOException {
    Files.deleteIfExists(directory.description());
  }
}
