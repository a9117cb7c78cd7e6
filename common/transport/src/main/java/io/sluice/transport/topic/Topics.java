package io.sluice.transport.topic;

import io.sluice.model.PoolName;
import io.sluice.transport.Connection;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The names of a deployment's topics and groups. */
public record Topics(String prefix) {

  public static Topics of(Connection connection) {
    return new Topics(connection.topicPrefix());
  }

  public String plans() {
    return prefix + "plans";
  }

  public String inbox() {
    return prefix + "inbox";
  }

  /** What people ask of runs and of state; partitioned as the inbox is. */
  public String orders() {
    return prefix + "orders";
  }

  public String planRequests() {
    return prefix + "plan-requests";
  }

  /** What the topics of all pools begin with. */
  public String tasksPrefix() {
    return prefix + "tasks.";
  }

  /** The pools that these topics are of, among others. */
  public Set<String> pools(Collection<String> topics) {
    return topics.stream()
        .filter(topic -> topic.startsWith(tasksPrefix()))
        .map(topic -> topic.substring(tasksPrefix().length()))
        .filter(PoolName::isValid)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Ready nodes for the workers of a pool. */
  public String tasks(String pool) {
    if (!PoolName.isValid(pool)) {
      throw new IllegalArgumentException(PoolName.RULE + " Not \"" + pool + "\".");
    }
    return tasksPrefix() + pool;
  }

  public String state() {
    return prefix + "state";
  }

  public String runs() {
    return prefix + "runs";
  }

  public String stateLog() {
    return prefix + "state-log";
  }

  public String events() {
    return prefix + "events";
  }

  public String control() {
    return prefix + "control";
  }

  public String deadLetters() {
    return prefix + "dlq";
  }

  /** All but the pools' topics. */
  public List<String> fixed() {
    return List.of(
        plans(),
        inbox(),
        orders(),
        planRequests(),
        state(),
        runs(),
        stateLog(),
        events(),
        control(),
        deadLetters());
  }

  public static String plannerGroup(Connection connection) {
    return connection.group("planner");
  }

  /** The group in which planners read requests. */
  public static String requestsGroup(Connection connection) {
    return connection.group("planner-requests");
  }

  public static String stateGroup(Connection connection) {
    return connection.group("state");
  }

  /** The share group of a pool's workers. */
  public static String workersGroup(Connection connection, String pool) {
    return connection.group("workers-" + pool);
  }
}
