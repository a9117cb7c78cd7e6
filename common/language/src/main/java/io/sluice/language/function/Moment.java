package io.sluice.language.function;

import java.util.Optional;

/**
 * What differs from run to run. Whatever is empty is not known in this phase, and the function that
 * asks for it is unknown; what is there must be the same for every attempt of an operation.
 */
public interface Moment {
  /** {@code timestamp()}, in RFC 3339. */
  Optional<String> timestamp();

  /** {@code plantimestamp()}, in RFC 3339. */
  Optional<String> planTimestamp();

  /** {@code uuid()}; a new one for each call. */
  Optional<String> uuid();

  /** Sixteen bytes of salt for {@code bcrypt()}; new ones for each call. */
  Optional<byte[]> salt();

  /** Whether {@code worker_env()} may be asked: in a worker only. */
  boolean hasEnvironment();

  /** The variable of the worker's environment. */
  Optional<String> environment(String name);

  /** Nothing is known: validation. */
  Moment UNKNOWN =
      new Moment() {
        @Override
        public Optional<String> timestamp() {
          return Optional.empty();
        }

        @Override
        public Optional<String> planTimestamp() {
          return Optional.empty();
        }

        @Override
        public Optional<String> uuid() {
          return Optional.empty();
        }

        @Override
        public Optional<byte[]> salt() {
          return Optional.empty();
        }

        @Override
        public boolean hasEnvironment() {
          return false;
        }

        @Override
        public Optional<String> environment(String name) {
          return Optional.empty();
        }
      };
}
