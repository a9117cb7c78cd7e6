package io.sluice.install.settings;

import java.util.Map;
import java.util.Optional;

/**
 * Tokens by host. Their text is for requests alone: {@link #toString} does not show it.
 *
 * @param tokens by normalised host
 */
public record Credentials(Map<String, String> tokens) {
  public Credentials {
    tokens = Map.copyOf(tokens);
  }

  public Optional<String> token(String host) {
    return Optional.ofNullable(tokens.get(host));
  }

  @Override
  public String toString() {
    return "tokens for " + tokens.keySet();
  }
}
