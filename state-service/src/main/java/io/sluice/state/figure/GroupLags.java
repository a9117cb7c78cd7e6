package io.sluice.state.figure;

import io.sluice.transport.client.Clients;
import io.sluice.transport.client.GroupLag;
import io.sluice.transport.topic.Topics;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far the groups of planners and workers are behind: asked here, since where there is no
 * planner and no worker, none of them can say so. What can't be asked at present is left out.
 */
public final class GroupLags implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GroupLags.class);
  private static final Duration EVERY = Duration.ofSeconds(15);

  private final Clients clients;
  private final Topics topics;
  private final Thread thread;
  private volatile Map<String, Long> lags = Map.of();
  private volatile boolean closed;

  private GroupLags(Clients clients) {
    this.clients = clients;
    this.topics = Topics.of(clients.connection());
    this.thread = Thread.ofVirtual().name("group-lags").unstarted(this::run);
  }

  public static GroupLags start(Clients clients) {
    GroupLags lags = new GroupLags(clients);
    lags.thread.start();
    return lags;
  }

  /** By the group, as of a few seconds ago. */
  public Map<String, Long> now() {
    return lags;
  }

  private void run() {
    try (Admin admin = clients.admin()) {
      while (!closed) {
        lags = asked(admin);
        Thread.sleep(EVERY);
      }
    } catch (InterruptedException e) {
      LOG.debug("stopped");
    } catch (KafkaException e) {
      LOG.warn("the lag of groups is not known: {}", e.getMessage());
    }
  }

  private Map<String, Long> asked(Admin admin) throws InterruptedException {
    SortedMap<String, Long> found = new TreeMap<>();
    String planners = Topics.plannerGroup(clients.connection());
    String requests = Topics.requestsGroup(clients.connection());
    ask(found, planners, () -> GroupLag.of(admin, planners, topics.plans()));
    ask(found, requests, () -> GroupLag.of(admin, requests, topics.planRequests()));
    try {
      for (String pool : topics.pools(admin.listTopics().names().get())) {
        String workers = Topics.workersGroup(clients.connection(), pool);
        ask(found, workers, () -> GroupLag.ofShareGroup(admin, workers));
      }
    } catch (ExecutionException e) {
      LOG.debug("the pools are not known", e);
    }
    return Map.copyOf(found);
  }

  private interface Question {
    long ask() throws ExecutionException, InterruptedException;
  }

  private static void ask(Map<String, Long> found, String group, Question question)
      throws InterruptedException {
    try {
      found.put(group, question.ask());
    } catch (ExecutionException e) {
      LOG.debug("the lag of {} is not known", group, e);
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
