package io.sluice.cli.stack;

import io.sluice.cli.stack.StackDescription.Mode;
import io.sluice.transport.Connection;
import io.sluice.transport.client.Clients;
import io.sluice.transport.topic.TopicSetup;
import io.sluice.transport.topic.Topics;
import java.util.List;

/** The services of a stack, started side by side in this process. */
final class Services implements AutoCloseable {
  private Services() {}

  static Services start(StackDirectory directory, Connection connection, Mode mode) {
    TopicSetup topics = new TopicSetup(connection, new Clients(connection, "cli"));
    topics.ensure(List.of(Topics.DEFAULT_POOL));
    topics.ensureWorkersGroup(Topics.DEFAULT_POOL);
    return new Services();
  }

  String queryAddress() {
    return "";
  }

  List<ServiceStanding> standing() {
    return List.of();
  }

  @Override
  public void close() {}
}
