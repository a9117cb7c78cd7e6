package io.sluice.client;

import io.sluice.transport.client.GroupLag;
import io.sluice.transport.topic.Topics;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;

/** How many records wait in the topics that groups read. */
public final class Backlogs {
  private final Client client;

  public Backlogs(Client client) {
    this.client = client;
  }

  /** By the name of the topic without its prefix. */
  public SortedMap<String, Long> requests() throws ExecutionException, InterruptedException {
    String group = Topics.plannerGroup(client.connection());
    SortedMap<String, Long> waiting = new TreeMap<>();
    try (Admin admin = client.clients().admin()) {
      waiting.put("plans", GroupLag.of(admin, group, client.topics().plans()));
      waiting.put(
          "plan-requests",
          GroupLag.of(
              admin, Topics.requestsGroup(client.connection()), client.topics().planRequests()));
    }
    return waiting;
  }
}
