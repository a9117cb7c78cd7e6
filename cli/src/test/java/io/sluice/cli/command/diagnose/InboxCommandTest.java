package io.sluice.cli.command.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Captured;
import io.sluice.cli.deployment.ServiceHealth;
import io.sluice.transport.topic.Partitioner;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InboxCommandTest {
  @TempDir private Path directory;

  @Test
  void anOrderForAPartitionTravelsByANameThatBelongsToIt() {
    for (int partition = 0; partition < 32; partition++) {
      String name = InboxCommand.Skip.workspaceOf(partition, 32);
      assertThat(new Partitioner(32).partition(name)).isEqualTo(partition);
    }
  }

  @Test
  void skippingARecordNeedsAReasonAndApproval() {
    assertThat(Captured.run(directory, "inbox", "skip", "3", "17").err()).contains("--reason");
    assertThat(Captured.run(directory, "inbox", "skip", "3", "17", "--reason", " ", "--yes").err())
        .contains("--reason is empty");
    assertThat(Captured.run(directory, "inbox", "skip", "3", "17", "--reason", "typo").err())
        .contains("Cannot ask for approval", "--yes");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void onlyTheOffsetAtWhichAPartitionIsHaltedIsSkipped() {
    Optional<List<ServiceHealth.Halt>> known = Optional.of(List.of(new ServiceHealth.Halt(3, 17)));

    assertThat(InboxCommand.Skip.refusal(3, 17, known)).isEmpty();
    assertThat(InboxCommand.Skip.refusal(3, 18, known).orElseThrow())
        .hasMessage("Partition 3 is halted at offset 17");
    assertThat(InboxCommand.Skip.refusal(4, 17, known).orElseThrow())
        .hasMessage("Partition 4 is not halted");
    assertThat(InboxCommand.Skip.refusal(4, 17, Optional.empty()))
        .as("who can't be asked refuses nothing")
        .isEmpty();
  }

  @Test
  void aBareTypeIsNoAddressToForget() {
    assertThat(Captured.run(directory, "state", "rm", "local_file").err())
        .contains("\"local_file\" is not an address");
    assertThat(directory).isEmptyDirectory();
  }
}
