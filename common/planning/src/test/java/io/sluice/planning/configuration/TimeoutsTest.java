package io.sluice.planning.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.machine.task.MachineSettings;
import io.sluice.model.json.Json;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TimeoutsTest {
  @TempDir private Path directory = Path.of("unset");

  private final SmallWorkspace workspace = new SmallWorkspace();

  private void write(String create) throws IOException {
    Files.writeString(
        directory.resolve("main.tf"),
        """
        resource "terraform_data" "a" {
          timeouts { create = "%s" }
        }
        """
            .formatted(create));
  }

  @ParameterizedTest
  @CsvSource({"1.5h, 5400s", "P1D, 86400s", "1d, 86400s", "250ms, 250ms"})
  void whateverIsWrittenMeansTheSameToMachineAndWorker(String written, String sent)
      throws IOException {
    write(written);

    Node node = workspace.plan(directory).plan().nodes().getFirst();

    assertThat(Json.toTree(node).path("timeouts").toString())
        .isEqualTo("{\"create\":\"" + sent + "\"}");
    assertThat(MachineSettings.DEFAULT.callLimit(node))
        .isEqualTo(node.timeouts().of(node.action()));
  }

  @Test
  void theDeploymentSaysHowLongACallMayLastAtMost() throws IOException {
    write("30h");

    Node node = workspace.plan(directory).plan().nodes().getFirst();

    assertThat(MachineSettings.DEFAULT.callLimit(node)).isEqualTo(Duration.ofHours(24));
  }

  @ParameterizedTest
  @ValueSource(strings = {"soon", "0s", "5"})
  void refusesWhatIsNoTimeout(String written) throws IOException {
    write(written);

    assertThat(workspace.outcome(directory, RunKind.APPLY, RunOptions.DEFAULT).toString())
        .contains("Invalid duration", "\"create\" must be a duration", "main.tf");
  }
}
