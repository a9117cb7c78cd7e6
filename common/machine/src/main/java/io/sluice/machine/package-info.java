/**
 * The pure machine of a workspace: (state, input) to (new state, commands).
 *
 * <p>No Kafka, no ZooKeeper, no clock, no randomness, no threads, no logging.
 */
@NullMarked
package io.sluice.machine;

import org.jspecify.annotations.NullMarked;
