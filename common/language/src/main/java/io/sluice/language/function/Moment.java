package io.sluice.language.function;

import java.util.Optional;

/**
 * What differs from run to run. A value that is empty is not known in this phase, so the function
 * that returns it gives an unknown value. A value that is present must be the same for every
 * attempt of an operation.
 */
public interface Moment {
  /** Nothing is known: validation. */
  Moment UNKNOWN = new Moment() {};

  /** {@code timestamp()}, in RFC 3339. */
  default Optional<String> timestamp() {
    return Optional.empty();
  }

  /** {@code plantimestamp()}, in RFC 3339. */
  default Optional<String> planTimestamp() {
    return Optional.empty();
  }

  /** {@code uuid()}; a new one for each call. */
  default Optional<String> uuid() {
    return Optional.empty();
  }

  /** Sixteen bytes of salt for {@code bcrypt()}; new ones for each call. */
  default Optional<byte[]> salt() {
    return Optional.empty();
  }

  /** Whether {@code worker_env()} may be asked: in a worker only. */
  default boolean hasEnvironment() {
    return false;
  }

  /** The variable of the worker's environment. */
  default Optional<String> environment(String name) {
    return Optional.empty();
  }
}
