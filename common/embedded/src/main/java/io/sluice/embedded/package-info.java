/**
 * A real Kafka broker (KRaft) and a real ZooKeeper in this JVM, on loopback ports of their own,
 * with their data in one folder: the local deployment of the {@code sluice} command, and the ground
 * that integration tests use.
 *
 * <p>Start with {@link io.sluice.embedded.EmbeddedCluster#start}; tests take {@link
 * io.sluice.embedded.SharedCluster#running()}, one cluster a JVM, and a topic prefix of their own.
 *
 * <p>Owns processes and folders. Must not know topics, messages or services.
 */
@NullMarked
package io.sluice.embedded;

import org.jspecify.annotations.NullMarked;
