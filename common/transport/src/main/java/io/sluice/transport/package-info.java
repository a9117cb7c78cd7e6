/**
 * Kafka and ZooKeeper: topics, codecs, claim loop, transactional loop, leases.
 *
 * <p>Decides nothing about plans or runs.
 */
@NullMarked
package io.sluice.transport;

import org.jspecify.annotations.NullMarked;
