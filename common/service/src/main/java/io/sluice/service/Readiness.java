package io.sluice.service;

import java.util.List;

/**
 * Whether a service does its work, and if not, why.
 *
 * @param reasons a sentence each; none means ready
 */
public record Readiness(String role, String instance, List<String> reasons) {
  public Readiness {
    reasons = List.copyOf(reasons);
  }

  public boolean ready() {
    return reasons.isEmpty();
  }
}
