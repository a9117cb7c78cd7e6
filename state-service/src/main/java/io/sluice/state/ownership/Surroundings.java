package io.sluice.state.ownership;

import io.sluice.machine.Machine;
import io.sluice.state.StateConfiguration;
import io.sluice.transport.client.Clients;
import io.sluice.transport.message.DeadLetters;
import io.sluice.transport.message.Messages;
import io.sluice.transport.zookeeper.Announcement;
import io.sluice.transport.zookeeper.Ensemble;
import io.sluice.transport.zookeeper.Leases;
import java.util.concurrent.Semaphore;

/**
 * What all partitions of an instance share.
 *
 * @param commits permits for transactions: more at once only make each of them slower
 * @param topicsIdentity the ids of the topics that local stores are copies of
 */
public record Surroundings(
    StateConfiguration configuration,
    Clients clients,
    Messages messages,
    DeadLetters deadLetters,
    Ensemble ensemble,
    Leases leases,
    LiveWorkers workers,
    Machine machine,
    Announcement announcement,
    Pools pools,
    Semaphore commits,
    String topicsIdentity) {}
