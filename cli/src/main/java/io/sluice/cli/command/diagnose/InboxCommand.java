package io.sluice.cli.command.diagnose;

import io.sluice.cli.command.shared.CommandGroup;
import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.ServiceHealth;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.Operator;
import io.sluice.client.RunIds;
import io.sluice.model.message.Order;
import io.sluice.transport.topic.Partitioner;
import io.sluice.transport.zookeeper.Members;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What is done about a partition of the inbox that a record has halted. */
@Command(name = "inbox", description = "Gets a halted partition of the inbox going again.")
public final class InboxCommand extends CommandGroup {
  private final Invocation invocation;

  public InboxCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public void addTo(CommandLine line) {
    line.addSubcommand("skip", new Skip(invocation));
  }

  @Command(
      name = "skip",
      description =
          "Skips the record that halts a partition. What it says is lost, though the record stays"
              + " in the topic until Kafka deletes it.",
      footer = {"", "Example:", "  sluice inbox skip 3 1047 --reason 'written by a broken tool'"})
  static final class Skip implements Callable<Integer> {
    private final Invocation invocation;

    @Mixin private FleetOptions fleet = new FleetOptions();

    @Parameters(
        index = "0",
        paramLabel = "PARTITION",
        description = "The partition that `sluice doctor` names.")
    private int partition;

    @Parameters(
        index = "1",
        paramLabel = "OFFSET",
        description = "The offset of the record that halts it.")
    private long offset;

    @Option(
        names = "--reason",
        required = true,
        paramLabel = "TEXT",
        description = "The reason, which is recorded.")
    private String reason = "";

    @Option(
        names = {"--yes", "--force", "--auto-approve"},
        description = "Skip the confirmation prompt.")
    private boolean yes;

    Skip(Invocation invocation) {
      this.invocation = invocation;
    }

    @Override
    public Integer call() {
      requireSense();
      try (Deployment deployment =
          new Opening(invocation, fleet, "sluice inbox").ofRecorded().toWork()) {
        int partitions = deployment.client().connection().partitions();
        if (partition >= partitions) {
          throw Fault.of(
              "There is no partition " + partition,
              "The inbox has " + partitions + ", counted from 0.",
              "`sluice doctor` names the halted one.");
        }
        refusal(partition, offset, halts(deployment))
            .ifPresent(
                refusal -> {
                  throw refusal;
                });
        if (!agreed()) {
          invocation.note("Nothing was changed.");
          return ExitCode.FAILED.number();
        }
        deployment
            .client()
            .order(
                workspaceOf(partition, partitions),
                new Order.InboxSkip(RunIds.next(), partition, offset, reason, Operator.name()));
        invocation
            .terminal()
            .out()
            .println("Partition " + partition + " will skip offset " + offset + ".");
        invocation.note("To check that it continues: " + invocation.command("doctor"));
      }
      return ExitCode.DONE.number();
    }

    /** Where partitions are halted; empty unless the owner of each has answered. */
    private static Optional<List<ServiceHealth.Halt>> halts(Deployment deployment) {
      Map<String, Integer> owners = deployment.client().owners();
      Optional<String> token =
          deployment.client().connection().credentials().httpTokens().stream().findFirst();
      List<ServiceHealth.Halt> halts = new ArrayList<>();
      int heard = 0;
      for (Members.Description member : deployment.client().members(Members.STATE)) {
        ServiceHealth health = ServiceHealth.of(member, token);
        halts.addAll(health.halts());
        boolean clear = health.reasons().isEmpty() || !health.halts().isEmpty();
        heard += member.address() != null && clear ? owners.getOrDefault(member.instance(), 0) : 0;
      }
      return heard == deployment.client().connection().partitions()
          ? Optional.of(halts)
          : Optional.empty();
    }

    /** Only the offset at which the partition is halted can be skipped. */
    static Optional<Fault> refusal(
        int partition, long offset, Optional<List<ServiceHealth.Halt>> known) {
      if (known.isEmpty()) {
        return Optional.empty();
      }
      List<Long> there =
          known.get().stream()
              .filter(halt -> halt.partition() == partition)
              .map(ServiceHealth.Halt::haltedAt)
              .toList();
      return there.contains(offset)
          ? Optional.empty()
          : Optional.of(
              Fault.of(
                  there.isEmpty()
                      ? "Partition " + partition + " is not halted"
                      : "Partition " + partition + " is halted at offset " + there.getFirst(),
                  "There is nothing to skip at offset " + offset + ".",
                  "`sluice doctor` names the halted partition and the offset."));
    }

    private void requireSense() {
      if (partition < 0 || offset < 0) {
        throw Fault.of(
            "PARTITION and OFFSET must not be negative",
            "They were " + partition + " and " + offset + ".",
            "`sluice doctor` names the halted partition and the offset.");
      }
      if (reason.isBlank()) {
        throw Fault.of(
            "--reason is empty",
            "The reason is recorded for later readers.",
            "Give the reason in a few words.");
      }
      if (!yes && !invocation.terminal().interactive()) {
        throw Fault.unasked("What the record says will be lost.", "Give --yes.");
      }
    }

    private boolean agreed() {
      return yes
          || invocation
              .terminal()
              .confirms(
                  "What the record says will be lost: offset "
                      + offset
                      + " of partition "
                      + partition
                      + ".");
    }

    /** Orders travel by workspace: any name that belongs to the partition will do. */
    static String workspaceOf(int partition, int partitions) {
      Partitioner partitioner = new Partitioner(partitions);
      for (int i = 0; ; i++) {
        String name = "skip-" + i;
        if (partitioner.partition(name) == partition) {
          return name;
        }
      }
    }
  }
}
