package io.sluice.worker.execution;

import io.sluice.language.substitution.Variables;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The variables of the process that hosts the worker, as they were when it started. They never
 * leave it in clear.
 */
public record Environment(Map<String, String> variables, String worker, Instant since)
    implements Variables {
  public Environment {
    variables = Map.copyOf(variables);
  }

  @Override
  public Optional<String> lookup(String name) {
    return Optional.ofNullable(variables.get(name));
  }

  /** Which process lacks a variable and what to do about it. */
  String lacks(String name) {
    return "worker "
        + worker
        + ", running since "
        + since
        + ", has no "
        + name
        + " in its environment: set it where that worker is started, start it again, then apply"
        + " again";
  }
}
