/**
 * The pure machine of a workspace: (state, input) to (new state, commands).
 *
 * <p>No Kafka, no ZooKeeper, no clock, no randomness, no threads, no logging. Its packages are
 * layers: {@code stored}, {@code claim}, {@code task} and {@code transition} below; {@code node}
 * and {@code run}, which are stored; {@code graph}, which is held in memory; {@code fact}; {@code
 * rule} and {@code narrate}; {@code decide} and {@code follow}, which do not know each other;
 * {@code view}. What decides reads a view and returns facts; {@code Step} alone applies them.
 */
@NullMarked
package io.sluice.machine;

import org.jspecify.annotations.NullMarked;
