package io.sluice.cli.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.cli.local.RunningDeployment;
import io.sluice.sdk.Run;
import io.sluice.sdk.Stack;
import io.sluice.sdk.block.Resource;
import io.sluice.sdk.block.Variable;
import io.sluice.sdk.fleet.KafkaFleet;
import io.sluice.sdk.fleet.StackRefused;
import io.sluice.sdk.value.Values;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Stacks that a program sends to a deployment and follows. */
class StackRunTest {
  @TempDir(cleanup = CleanupMode.NEVER)
  private static Path directory;

  private static RunningDeployment local;
  private static KafkaFleet fleet;

  @BeforeAll
  static void start() throws Exception {
    local = RunningDeployment.up(directory, Map.of());
    fleet = KafkaFleet.connect(local.connection().environment(), directory.resolve("stacks"));
  }

  @AfterAll
  static void stop() throws Exception {
    try (var ending = local) {
      fleet.close();
    }
  }

  private static Stack site(String text) {
    Stack stack = new Stack("site");
    Resource id = stack.add(new Resource("random_id", "edition").set("byte_length", 4));
    stack.add(
        new Resource("local_file", "page")
            .set("filename", directory.resolve("page.html").toString())
            .set("content", Values.template(text, " ", id.part("hex"))));
    stack.output("edition", id.part("hex"));
    return stack;
  }

  @Test
  void aStackIsAppliedAndItsRunIsFollowedToItsEnd() {
    List<String> told = new ArrayList<>();

    Run run = site("one").submit(fleet);

    assertThat(run.follow(told::add))
        .as(() -> String.join("\n", told))
        .isEqualTo(Run.End.SUCCEEDED);
    assertThat(told).isNotEmpty();
    assertThat(directory.resolve("page.html")).content().startsWith("one ");

    assertThat(site("two").submit(fleet).follow()).isEqualTo(Run.End.SUCCEEDED);
    assertThat(directory.resolve("page.html")).content().startsWith("two ");
    assertThat(local.run("output", "--workspace=site", "edition").code()).isZero();
  }

  @Test
  void aRunThatFailsSaysSo() {
    Stack stack = new Stack("broken");
    stack.add(
        new Resource("local_file", "page")
            .set("filename", "/proc/nowhere/page.html")
            .set("content", "x"));
    assertThat(stack.submit(fleet).follow()).isEqualTo(Run.End.FAILED);
  }

  @Test
  void whatIsNoConfigurationIsNotSent() {
    Stack stack = new Stack("faulty");
    stack.add(new Resource("local_file", "page").set("content", Values.written("var.nobody")));
    assertThatThrownBy(() -> stack.submit(fleet))
        .isInstanceOf(StackRefused.class)
        .hasMessageStartingWith("Stack \"faulty\" was not sent:");
  }

  @Test
  void aSecretIsNotSentWithoutAKey() {
    Stack stack = new Stack("secret");
    stack.add(Variable.text("password").sensitive().defaultsTo("hidden"));
    assertThatThrownBy(
            () ->
                KafkaFleet.connect(local.connection().environment(), directory.resolve("stacks"))
                    .variable("password", "hunter2")
                    .submit(stack))
        .hasMessageContaining("set SLUICE_KEY_FILE");
  }
}
