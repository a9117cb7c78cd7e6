/**
 * A real Kafka broker and a real ZooKeeper in this JVM, on loopback ports.
 *
 * <p>Knows nothing of Sluice's own topics or services.
 */
@NullMarked
package io.sluice.embedded;

import org.jspecify.annotations.NullMarked;
