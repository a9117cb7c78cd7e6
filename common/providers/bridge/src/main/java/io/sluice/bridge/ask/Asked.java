package io.sluice.bridge.ask;

import java.util.Set;

/**
 * A question with the provider that it is for.
 *
 * @param secrets what must not be seen in what the provider prints; they do not travel
 * @param defers too little is known of the provider's configuration to ask it
 */
public record Asked(ProviderUse provider, Question question, Set<String> secrets, boolean defers) {
  public Asked {
    secrets = Set.copyOf(secrets);
  }

  public Asked(ProviderUse provider, Question question, Set<String> secrets) {
    this(provider, question, secrets, false);
  }

  public Asked(ProviderUse provider, Question question) {
    this(provider, question, Set.of());
  }

  /** Never shown whole: secrets are in it. */
  @Override
  public String toString() {
    return "Asked[" + provider.source() + "]";
  }
}
