package io.sluice.language.substitution;

import java.util.Optional;

/** The environment or secret source of a worker. */
@FunctionalInterface
public interface Variables {
  /** Empty if there is no such variable; an empty string is a value. */
  Optional<String> lookup(String name);
}
