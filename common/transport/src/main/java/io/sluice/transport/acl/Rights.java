package io.sluice.transport.acl;

import static org.apache.kafka.common.acl.AclOperation.ALTER_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.CLUSTER_ACTION;
import static org.apache.kafka.common.acl.AclOperation.CREATE;
import static org.apache.kafka.common.acl.AclOperation.DELETE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;
import static org.apache.kafka.common.resource.PatternType.LITERAL;
import static org.apache.kafka.common.resource.PatternType.PREFIXED;
import static org.apache.kafka.common.resource.ResourceType.CLUSTER;
import static org.apache.kafka.common.resource.ResourceType.GROUP;
import static org.apache.kafka.common.resource.ResourceType.TOPIC;
import static org.apache.kafka.common.resource.ResourceType.TRANSACTIONAL_ID;

import io.sluice.model.PoolName;
import io.sluice.transport.Connection;
import io.sluice.transport.topic.Topics;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.Resource;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * The rights of one principal in one deployment. Every role sees that topics and groups are there,
 * and how topics are set: each service compares them when it starts. What decides over a fleet is
 * who may write: state only the state service, results only workers, orders only people.
 */
public final class Rights {
  private final Connection connection;
  private final Topics topics;
  private final String principal;
  private final List<AclBinding> rights = new ArrayList<>();

  private Rights(Connection connection, String principal) {
    this.connection = connection;
    this.topics = Topics.of(connection);
    this.principal = principal;
  }

  /** Which worker, and whether a service may end what Kafka left open. */
  public record Extent(String pool, boolean repair) {
    public static final Extent USUAL = new Extent(PoolName.DEFAULT, false);
  }

  /**
   * @param principal as brokers know it: {@code User:worker}
   */
  public static List<AclBinding> of(
      Role role, Connection connection, String principal, Extent extent) {
    Rights rights = new Rights(connection, principal);
    rights.everyone();
    switch (role) {
      case STATE -> rights.state(extent);
      case PLANNER -> rights.planner(extent);
      case WORKER -> rights.worker(extent.pool());
      case OPERATOR -> rights.operator();
      case READER -> rights.reader();
      case ADMIN -> rights.admin();
    }
    return List.copyOf(rights.rights);
  }

  private void everyone() {
    add(CLUSTER, LITERAL, Resource.CLUSTER_NAME, DESCRIBE);
    add(TOPIC, PREFIXED, topics.prefix(), DESCRIBE, DESCRIBE_CONFIGS);
    add(GROUP, PREFIXED, connection.group(""), DESCRIBE);
  }

  private void state(Extent extent) {
    add(TOPIC, PREFIXED, topics.prefix(), CREATE, READ);
    for (String topic :
        List.of(
            topics.state(),
            topics.runs(),
            topics.stateLog(),
            topics.events(),
            topics.control(),
            topics.planRequests(),
            topics.deadLetters())) {
      topic(topic, WRITE);
    }
    // Applied records are deleted from the others.
    add(TOPIC, PREFIXED, topics.tasksPrefix(), WRITE, DELETE);
    for (String topic : List.of(topics.inbox(), topics.orders(), topics.plans())) {
      topic(topic, WRITE, DELETE);
    }
    topic(topics.planRequests(), DELETE);
    add(GROUP, LITERAL, Topics.stateGroup(connection), READ);
    workersGroups();
    transactions("state-");
    repair(extent);
  }

  private void planner(Extent extent) {
    // Also of what it does not work on: it looks for transactions that were left open.
    add(TOPIC, PREFIXED, topics.prefix(), READ);
    for (String topic :
        List.of(topics.inbox(), topics.events(), topics.planRequests(), topics.deadLetters())) {
      topic(topic, WRITE);
    }
    add(TOPIC, PREFIXED, topics.tasksPrefix(), WRITE);
    add(GROUP, LITERAL, Topics.plannerGroup(connection), READ);
    add(GROUP, LITERAL, Topics.requestsGroup(connection), READ);
    transactions("planner-");
    repair(extent);
  }

  private void worker(String pool) {
    topic(topics.tasks(pool), READ, WRITE, CREATE);
    topic(topics.control(), READ);
    topic(topics.events(), READ);
    topic(topics.inbox(), WRITE);
    topic(topics.deadLetters(), WRITE);
    // Runs of workspaces that belong together are submitted and stopped by a run.
    topic(topics.plans(), WRITE);
    topic(topics.orders(), WRITE);
    String group = Topics.workersGroup(connection, pool);
    add(GROUP, LITERAL, group, READ, ALTER_CONFIGS, DESCRIBE_CONFIGS);
    transactions("topic-probe-");
  }

  private void reader() {
    topic(topics.events(), READ);
    topic(topics.deadLetters(), READ);
  }

  private void operator() {
    reader();
    topic(topics.plans(), WRITE);
    topic(topics.orders(), WRITE);
  }

  private void admin() {
    operator();
    add(TOPIC, PREFIXED, topics.prefix(), READ, CREATE, ALTER_CONFIGS);
    for (String topic : List.of(topics.inbox(), topics.planRequests(), topics.deadLetters())) {
      // A letter is replayed into the topic that it was in.
      topic(topic, WRITE);
    }
    workersGroups();
    transactions("topic-probe-");
  }

  private void workersGroups() {
    add(GROUP, PREFIXED, Topics.workersGroup(connection, ""), ALTER_CONFIGS, DESCRIBE_CONFIGS);
  }

  /** New topics are probed in a transaction, by whoever makes them. */
  private void transactions(String prefix) {
    add(TRANSACTIONAL_ID, PREFIXED, connection.group(prefix), DESCRIBE, WRITE);
    String probes = connection.group("topic-probe-");
    if (!connection.group(prefix).equals(probes)) {
      add(TRANSACTIONAL_ID, PREFIXED, probes, DESCRIBE, WRITE);
    }
  }

  private void repair(Extent extent) {
    if (extent.repair()) {
      add(CLUSTER, LITERAL, Resource.CLUSTER_NAME, CLUSTER_ACTION);
    }
  }

  private void topic(String name, AclOperation... operations) {
    add(TOPIC, LITERAL, name, operations);
  }

  private void add(
      ResourceType type, PatternType pattern, String name, AclOperation... operations) {
    for (AclOperation operation : operations) {
      AclBinding right =
          new AclBinding(
              new ResourcePattern(type, name, pattern),
              new AccessControlEntry(principal, "*", operation, AclPermissionType.ALLOW));
      if (!rights.contains(right)) {
        rights.add(right);
      }
    }
  }
}
