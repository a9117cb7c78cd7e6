package io.sluice.state.ownership;

import io.sluice.service.measure.Measures;
import io.sluice.state.pool.LiveWorkers;
import io.sluice.state.pool.Pools;
import io.sluice.state.settings.StateConfiguration;
import io.sluice.state.silence.InboxEnd;
import io.sluice.state.silence.Silences;
import io.sluice.state.silence.Watch;
import io.sluice.transport.client.Clients;
import io.sluice.transport.message.DeadLetters;
import io.sluice.transport.message.Messages;
import io.sluice.transport.transaction.Outages;
import io.sluice.transport.zookeeper.Announcement;
import io.sluice.transport.zookeeper.Ensemble;
import io.sluice.transport.zookeeper.Leases;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * What all partitions of an instance share.
 *
 * @param commits permits for transactions: more at once only make each of them slower
 * @param endOfProcess called for what no partition can recover from: memory is out, a class is
 *     missing
 * @param outages after which owners look for what Kafka left open, though they commit nothing
 * @param topicsIdentity the ids of the topics that local stores are copies of
 * @param measures what commits and takeovers are counted and timed in
 */
public record PartitionContext(
    StateConfiguration configuration,
    Clients clients,
    Messages messages,
    DeadLetters deadLetters,
    Ensemble ensemble,
    Leases leases,
    LiveWorkers workers,
    InboxEnd inboxEnd,
    Decider machine,
    Announcement announcement,
    Pools pools,
    Semaphore commits,
    Silences silences,
    Consumer<Throwable> endOfProcess,
    Outages outages,
    String topicsIdentity,
    Measures measures) {
  /** The clients with which the owner of a partition asks Kafka. */
  Watch watch(int partition) {
    return new Watch(configuration.connection(), clients, messages.topics(), partition);
  }

  /** With all that a service has. */
  public static PartitionContext of(
      StateConfiguration configuration,
      Clients clients,
      Ensemble ensemble,
      Announcement announcement,
      Decider machine,
      Pools pools,
      Consumer<Throwable> endOfProcess,
      Outages outages,
      String topicsIdentity,
      Measures measures) {
    Messages messages = new Messages(configuration.connection());
    LiveWorkers workers = new LiveWorkers(ensemble, configuration.connection().zookeeperSession());
    workers.watch(ensemble);
    return new PartitionContext(
        configuration,
        clients,
        messages,
        new DeadLetters(messages.topics(), "state"),
        ensemble,
        new Leases(ensemble),
        workers,
        InboxEnd.asked(clients, messages.topics().inbox()),
        machine,
        announcement,
        pools,
        new Semaphore(configuration.concurrentCommits()),
        Silences.every(configuration.unheardEvery()),
        endOfProcess,
        outages,
        topicsIdentity,
        measures);
  }
}
