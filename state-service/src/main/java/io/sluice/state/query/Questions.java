package io.sluice.state.query;

import io.sluice.transport.client.Clients;
import io.sluice.transport.topic.Partitioner;
import io.sluice.transport.zookeeper.Announcement;
import io.sluice.transport.zookeeper.Ensemble;
import io.sluice.transport.zookeeper.OwnerDirectory;

/** All that can be asked of an instance. */
public record Questions(
    Queries queries, History history, Verification verification, Forwarding forwarding)
    implements AutoCloseable {
  public static Questions of(
      Committed committed,
      Clients clients,
      Ensemble ensemble,
      Announcement self,
      String topicsIdentity) {
    Partitioner partitioner = new Partitioner(clients.connection().partitions());
    StateLog log = new StateLog(clients);
    return new Questions(
        new Queries(committed, partitioner, topicsIdentity),
        new History(committed, partitioner, log),
        new Verification(committed, log),
        new Forwarding(new OwnerDirectory(ensemble, clients.connection()), self));
  }

  @Override
  public void close() {
    forwarding.close();
  }
}
