package io.sluice.model.record;

import java.time.Instant;

/**
 * Written by every transaction of a partition's owner under {@code !owner/PARTITION}: who owns it,
 * by which epoch, and the inbox offset up to which everything has been applied (the next one to
 * read).
 */
public record OwnerRecord(
    int partition, long epoch, long czxid, String instance, long applied, Instant at) {}
