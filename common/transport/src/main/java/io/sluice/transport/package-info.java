/**
 * Kafka and ZooKeeper as Sluice uses them, for every service alike.
 *
 * <ul>
 *   <li>here: {@link io.sluice.transport.Connection}, where a deployment's brokers and ensemble are
 *       and how its topics are named; {@link io.sluice.transport.TransportFailure};
 *   <li>{@code topic}: names, settings and creation of topics, partitions, settings of share
 *       groups;
 *   <li>{@code client}: producers and consumers with the settings that were measured, reading a
 *       compacted topic to its end;
 *   <li>{@code message}: envelopes to records and back, dead letters, splitting of large records;
 *   <li>{@code zookeeper}: leases of state partitions, members with their incarnations;
 *   <li>{@code query}: the HTTP client of the state service's query API;
 *   <li>{@code transaction}: taking over transactional ids, and what Kafka leaves open.
 * </ul>
 *
 * <p>Must not decide anything about runs, and must not know Micronaut.
 */
@NullMarked
package io.sluice.transport;

import org.jspecify.annotations.NullMarked;
