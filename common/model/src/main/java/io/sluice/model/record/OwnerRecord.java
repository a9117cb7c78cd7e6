package io.sluice.model.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Written by every transaction of a partition's owner under {@code !owner/PARTITION} and, for the
 * topic of orders, under {@code !orders/PARTITION}: who owns it, by which epoch, and the offset up
 * to which everything has been applied (the next one to read).
 *
 * @param version the number that the last transition got; null of an older build, which counted
 *     with inbox offsets
 * @param from the offset, below {@code applied}, at which the first message that is still
 *     incomplete begins; null if there is none
 * @param held offsets below {@code applied} of orders that wait for their run
 * @param laps owners in succession that began at these offsets and made no progress
 * @param trying the offset that is read or decided by itself, since owners ended there
 * @param tries how often that was begun
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record OwnerRecord(
    int partition,
    long epoch,
    long czxid,
    String instance,
    long applied,
    Instant at,
    @Nullable Long version,
    @Nullable Long from,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Long> held,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int laps,
    @Nullable Long trying,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int tries) {
  public OwnerRecord {
    held = held == null ? List.of() : List.copyOf(held);
  }

  public OwnerRecord(
      int partition, long epoch, long czxid, String instance, long applied, Instant at) {
    this(partition, epoch, czxid, instance, applied, at, null, null, List.of(), 0, null, 0);
  }

  /** The version of everything that is applied. */
  public long reached() {
    return version == null ? applied - 1 : version;
  }
}
