package io.sluice.provider.secret;

import java.util.Map;
import java.util.Optional;

/** The environment of the worker's process, as it was when it started. */
public final class EnvironmentSecrets implements SecretSourceKind {
  @Override
  public String name() {
    return "environment";
  }

  @Override
  public SecretSource open(Map<String, String> environment) {
    Map<String, String> variables = Map.copyOf(environment);
    return new SecretSource() {
      @Override
      public Optional<String> read(String name) {
        return Optional.ofNullable(variables.get(name));
      }

      @Override
      public String describe() {
        return "its environment";
      }
    };
  }
}
