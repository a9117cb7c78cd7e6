package io.sluice.machine.node;

import io.sluice.model.Phase;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A worker has the attempt.
 *
 * @param deadline when its call is over at the latest; null before it calls
 */
public record Lease(String claimId, String incarnation, Phase phase, @Nullable Instant deadline) {}
