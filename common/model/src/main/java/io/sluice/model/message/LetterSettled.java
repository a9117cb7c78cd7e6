package io.sluice.model.message;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * What was done with the letter at this offset of {@code dlq}; it is not listed any more. How, by
 * whom and when are for people who look into the topic: no program reads them.
 */
public record LetterSettled(int partition, long offset, How how, String by, Instant at) {
  public enum How {
    @JsonProperty("replayed")
    REPLAYED,
    @JsonProperty("dropped")
    DROPPED
  }
}
