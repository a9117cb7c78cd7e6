/**
 * What is announced in ZooKeeper: leases of state partitions and live members. Nothing here fences:
 * Kafka's producer epochs do (docs/adr/0004); ZooKeeper says which processes live and keeps two
 * owners from fencing each other in turn.
 */
@NullMarked
package io.sluice.transport.zookeeper;

import org.jspecify.annotations.NullMarked;
