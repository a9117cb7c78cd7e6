package io.sluice.cli.deployment;

import io.sluice.transport.topic.Partitioner;
import io.sluice.transport.zookeeper.Members;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Why messages about a workspace are not processed. */
public final class HaltedInbox {
  private HaltedInbox() {}

  /**
   * What halts the inbox of a workspace, and the verb that ends that; empty when nothing does.
   *
   * @param command a command of this deployment, quoted for a shell
   */
  public static Optional<String> why(
      Deployment deployment, String workspace, Function<List<String>, String> command) {
    Optional<String> token =
        deployment.client().connection().credentials().httpTokens().stream().findFirst();
    int partition =
        new Partitioner(deployment.client().connection().partitions()).partition(workspace);
    return deployment.client().members(Members.STATE).stream()
        .map(member -> ServiceHealth.of(member, token))
        .flatMap(health -> halted(health, partition, workspace, command).stream())
        .findFirst();
  }

  static Optional<String> halted(
      ServiceHealth health,
      int partition,
      String workspace,
      Function<List<String>, String> command) {
    return health.halts().stream()
        .filter(halt -> halt.partition() == partition)
        .findFirst()
        .map(
            halt ->
                "The inbox of workspace "
                    + workspace
                    + " (partition "
                    + partition
                    + ") is halted at the record "
                    + halt.haltedAt()
                    + ", and nothing after it is processed: "
                    + String.join("; ", health.reasons().stream().limit(2).toList())
                    + ".\n  "
                    + ServiceHealth.passingOver(halt, command));
  }
}
