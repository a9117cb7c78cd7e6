package io.sluice.model.plan;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;
import java.util.Optional;

/** What becomes of a workspace when outputs of others that it reads have changed. */
public enum OnChange {
  /** It is said, and nothing else happens. */
  @JsonProperty("notify")
  NOTIFY,
  /** A run of it is planned, and waits for approval. */
  @JsonProperty("plan")
  PLAN,
  /** The same, and what deletes and replaces nothing is approved at once. */
  @JsonProperty("apply")
  APPLY;

  /** As configurations say it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<OnChange> named(String word) {
    for (OnChange each : values()) {
      if (each.word().equals(word)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }
}
