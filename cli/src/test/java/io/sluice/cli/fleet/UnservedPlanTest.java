package io.sluice.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bridge.trial.TrialPlugin;
import io.sluice.cli.Captured;
import io.sluice.cli.Sluice;
import io.sluice.cli.render.Style;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.Terminal;
import io.sluice.embedded.EmbeddedCluster;
import io.sluice.embedded.SharedCluster;
import io.sluice.install.address.Platform;
import io.sluice.planner.PlannerService;
import io.sluice.seal.Keyring;
import io.sluice.state.StateService;
import io.sluice.transport.Connection;
import io.sluice.transport.Credentials;
import io.sluice.worker.WorkerService;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** A plan for which workers are to ask, on a fleet that has none. */
class UnservedPlanTest {
  private static final Credentials TOKEN =
      new Credentials(null, null, List.of("a-token-of-the-tests"));

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void saysThatNoWorkerIsThereAndGoesOnWhenOneIs() throws Exception {
    Path project = project();
    Connection connection = connection();
    Map<String, String> environment = environment(connection);
    assertThat(
            Captured.run(
                    project, environment, "init", "--plugin-dir=" + directory.resolve("mirror"))
                .code())
        .isZero();
    try (StateService state = StateService.start(connection, environment);
        PlannerService planner = PlannerService.start(connection, environment)) {
      CompletableFuture<Integer> plan =
          CompletableFuture.supplyAsync(() -> Sluice.run(invocation(project, environment), "plan"));

      awaitWarning();
      assertThat(plan).isNotDone();
      try (WorkerService worker = WorkerService.start(connection, environment)) {
        assertThat(plan.get(120, TimeUnit.SECONDS)).as(text(err)).isZero();
      }
    }
    assertThat(text(out)).contains("Plan: 1 to add");
  }

  private Path project() throws Exception {
    TrialPlugin.script(
        Files.createDirectories(
            directory.resolve("mirror/example.com/acme/trial/1.0.0/" + Platform.current())),
        Map.of());
    Path project = Files.createDirectory(directory.resolve("project"));
    Files.writeString(
        project.resolve("main.tf"),
        """
        terraform {
          required_providers {
            trial = { source = "example.com/acme/trial" }
          }
        }
        resource "trial_thing" "one" {
          name = "one"
        }
        """);
    return project;
  }

  private Connection connection() throws Exception {
    EmbeddedCluster cluster = SharedCluster.running();
    return Connection.embedded(cluster.bootstrapServers(), cluster.zookeeper())
        .withAccess(Map.of(), TOKEN)
        .withTopicPrefix(SharedCluster.prefix(UnservedPlanTest.class));
  }

  private Map<String, String> environment(Connection connection) throws Exception {
    Path settings =
        Files.writeString(
            directory.resolve("workers.tfrc"),
            "provider_installation { filesystem_mirror { path = \"%s\" } }"
                .formatted(directory.resolve("mirror")));
    Map<String, String> environment = new HashMap<>(connection.environment());
    environment.put("SLUICE_ROOT", directory.toString());
    environment.put("SLUICE_DATA", directory.resolve("store").toString());
    environment.put("SLUICE_KEY_FILE", directory.resolve("key").toString());
    environment.put("SLUICE_HTTP_HOST", "127.0.0.1");
    environment.put("TF_CLI_CONFIG_FILE", settings.toString());
    Keyring.loadOrGenerate(directory.resolve("key"));
    return environment;
  }

  private Invocation invocation(Path project, Map<String, String> environment) {
    return new Invocation(
        project,
        environment,
        new Terminal(
            InputStream.nullInputStream(),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            false,
            Style.PLAIN,
            Style.PLAIN,
            100));
  }

  private void awaitWarning() throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!text(err).contains("No worker serves pool default")) {
      assertThat(System.nanoTime()).as(text(err)).isLessThan(until);
      Thread.sleep(50);
    }
    assertThat(text(err)).contains("sluice serve worker --pool default");
  }

  private static String text(ByteArrayOutputStream written) {
    return written.toString(StandardCharsets.UTF_8);
  }
}
