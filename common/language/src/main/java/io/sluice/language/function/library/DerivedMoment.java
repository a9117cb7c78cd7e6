package io.sluice.language.function.library;

import io.sluice.language.function.Moment;
import io.sluice.language.function.encode.HashFunctions;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;

/**
 * The time, ids and salts that a worker's expressions get. Ids and salts are derived from the token
 * of the operation and counted, so that every attempt gets the same ones.
 */
public final class DerivedMoment implements Moment {
  private final String token;
  private final Optional<String> timestamp;
  private final Lookup environment;
  private int drawn;

  /** The variables of the worker. */
  @FunctionalInterface
  public interface Lookup {
    Optional<String> of(String name);
  }

  /**
   * @param timestamp the time of the run in RFC 3339, the same for every attempt, if it is known
   */
  public DerivedMoment(String token, Optional<String> timestamp, Lookup environment) {
    this.token = token;
    this.timestamp = timestamp;
    this.environment = environment;
  }

  @Override
  public Optional<String> timestamp() {
    return timestamp;
  }

  @Override
  public Optional<String> planTimestamp() {
    return Optional.empty();
  }

  @Override
  public Optional<String> uuid() {
    byte[] hash = next();
    hash[6] = (byte) ((hash[6] & 0x0f) | 0x40);
    hash[8] = (byte) ((hash[8] & 0x3f) | 0x80);
    var bytes = java.nio.ByteBuffer.wrap(hash);
    return Optional.of(new UUID(bytes.getLong(), bytes.getLong()).toString());
  }

  @Override
  public Optional<byte[]> salt() {
    return Optional.of(next());
  }

  private byte[] next() {
    String text = token + "/" + drawn++;
    byte[] hash = HashFunctions.digest("SHA-256", text.getBytes(StandardCharsets.UTF_8));
    return Arrays.copyOf(hash, 16);
  }

  @Override
  public boolean hasEnvironment() {
    return true;
  }

  @Override
  public Optional<String> environment(String name) {
    return environment.of(name);
  }
}
