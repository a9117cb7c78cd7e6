package io.sluice.machine.transition;

import java.time.Instant;

/**
 * All that the machine may know of the world when it decides. It comes with the input, so that a
 * repeated decision gives the same result.
 *
 * @param offset of the inbox record; for an input that is none, the last applied offset
 * @param epoch of the partition's owner
 * @param jitter any number: spreads retries
 */
public record DecisionContext(Instant now, long offset, long epoch, long jitter) {}
