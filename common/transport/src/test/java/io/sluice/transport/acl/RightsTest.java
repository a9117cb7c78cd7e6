package io.sluice.transport.acl;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.transport.Connection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;

class RightsTest {
  private static final List<String> TOPICS =
      List.of(
          "plans",
          "inbox",
          "orders",
          "plan-requests",
          "state",
          "runs",
          "state-log",
          "events",
          "control",
          "dlq",
          "tasks.default",
          "tasks.gpu");

  @Test
  void stateIsWrittenByStateServicesAlone() {
    for (String topic : List.of("state", "runs", "state-log", "control")) {
      assertThat(whoMay(AclOperation.WRITE, topic)).as(topic).containsExactly("state");
    }
  }

  @Test
  void onlyServicesWriteResults() {
    assertThat(whoMay(AclOperation.WRITE, "inbox"))
        .containsExactly("admin", "planner", "state", "worker");
    assertThat(whoMay(AclOperation.WRITE, "plans"))
        .containsExactly("admin", "operator", "state", "worker");
    assertThat(whoMay(AclOperation.WRITE, "orders"))
        .containsExactly("admin", "operator", "state", "worker");
  }

  @Test
  void whoLooksWritesNothing() {
    for (String topic : TOPICS) {
      assertThat(whoMay(AclOperation.WRITE, topic)).as(topic).doesNotContain("reader");
    }
  }

  @Test
  void aWorkerHasNothingToDoWithAnotherPool() {
    assertThat(whoMay(AclOperation.WRITE, "tasks.gpu")).doesNotContain("worker");
    assertThat(whoMay(AclOperation.READ, "tasks.gpu")).doesNotContain("worker");
    assertThat(whoMay(AclOperation.READ, "tasks.default")).contains("worker");
    assertThat(whoMay(AclOperation.READ, "state")).doesNotContain("worker", "operator", "reader");
  }

  @Test
  void nobodyMayChangeRightsOrActAsABroker() {
    for (Role role : Role.values()) {
      assertThat(rights(role, Rights.Extent.USUAL))
          .noneMatch(
              right ->
                  right.pattern().resourceType() == ResourceType.CLUSTER
                      && right.entry().operation() != AclOperation.DESCRIBE);
    }
    assertThat(rights(Role.STATE, new Rights.Extent("default", true)))
        .anyMatch(right -> right.entry().operation() == AclOperation.CLUSTER_ACTION);
  }

  private static Set<String> whoMay(AclOperation operation, String topic) {
    return List.of(Role.values()).stream()
        .filter(
            role ->
                rights(role, Rights.Extent.USUAL).stream()
                    .anyMatch(
                        right ->
                            right.pattern().resourceType() == ResourceType.TOPIC
                                && right.entry().operation() == operation
                                && (right.pattern().patternType() == PatternType.PREFIXED
                                    ? ("sluice." + topic).startsWith(right.pattern().name())
                                    : ("sluice." + topic).equals(right.pattern().name()))))
        .map(Role::word)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<org.apache.kafka.common.acl.AclBinding> rights(
      Role role, Rights.Extent extent) {
    return Rights.of(role, Connection.embedded("k:1", "z:1"), "User:x", extent);
  }
}
