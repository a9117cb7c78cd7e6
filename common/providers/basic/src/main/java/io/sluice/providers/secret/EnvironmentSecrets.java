package io.sluice.providers.secret;

import io.sluice.provider.secret.SecretSource;
import io.sluice.provider.secret.SecretSourceKind;
import io.sluice.provider.secret.Secrets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The environment of the worker's process, as it was when it started. {@code SLUICE_ENV_ALLOW}, a
 * list of names in which {@code *} stands for any characters, keeps all others from submitters.
 */
public final class EnvironmentSecrets implements SecretSourceKind {
  @Override
  public String name() {
    return "environment";
  }

  private static final String ALLOW = "SLUICE_ENV_ALLOW";

  @Override
  public SecretSource open(Map<String, String> environment) {
    String allowed = environment.getOrDefault(ALLOW, "").strip();
    Map<String, String> variables = new HashMap<>(environment);
    variables.keySet().removeIf(name -> Secrets.isOwn(name) || !isAllowed(allowed, name));
    return new SecretSource() {
      @Override
      public Optional<String> read(String name) {
        return Optional.ofNullable(variables.get(name));
      }

      @Override
      public String describe() {
        return allowed.isEmpty() ? "its environment" : "its environment (as " + ALLOW + " allows)";
      }
    };
  }

  private static boolean isAllowed(String allowed, String name) {
    if (allowed.isEmpty()) {
      return true;
    }
    for (String pattern : allowed.split("[,\\s]+", -1)) {
      if (matches(pattern, 0, name, 0)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(String pattern, int at, String name, int from) {
    int star = pattern.indexOf('*', at);
    if (star < 0) {
      return name.length() - from == pattern.length() - at && name.endsWith(pattern.substring(at));
    }
    if (!name.startsWith(pattern.substring(at, star), from)) {
      return false;
    }
    for (int rest = from + star - at; rest <= name.length(); rest++) {
      if (matches(pattern, star + 1, name, rest)) {
        return true;
      }
    }
    return false;
  }
}
