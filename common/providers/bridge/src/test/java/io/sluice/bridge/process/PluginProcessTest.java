package io.sluice.bridge.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.bridge.process.StartFailed.Reason;
import io.sluice.bridge.trial.TrialPlugin;
import io.sluice.bridge.trial.TrialServer;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.bridge.wire.Rpcs;
import io.sluice.bridge.wire.proto.Wire;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class PluginProcessTest {
  @TempDir Path folder;
  private Path runtime;
  private final List<LogLine> lines = new CopyOnWriteArrayList<>();

  @BeforeEach
  void shortFolder() throws IOException {
    runtime = folder.resolve("r");
  }

  private PluginCommand command(Map<String, String> settings) throws IOException {
    return PluginCommand.of(
        "sluice/trial",
        TrialPlugin.script(folder, settings),
        folder,
        PluginEnvironment.of(System.getenv(), Set.of()),
        runtime);
  }

  private PluginProcess start(Map<String, String> settings) throws Exception {
    return PluginProcess.start(command(settings), lines::add);
  }

  private static Wire.SchemaResponse schema(Plugin plugin) throws Exception {
    return plugin.channel().call(Rpcs.SCHEMA, Wire.Empty.getDefaultInstance());
  }

  private List<Path> left() throws IOException {
    try (Stream<Path> files = Files.list(runtime)) {
      return files.toList();
    }
  }

  private static void await(BooleanSupplier condition) throws Exception {
    for (int i = 0; i < 200 && !condition.getAsBoolean(); i++) {
      Thread.sleep(25);
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"5,true", "6,true", "6,false"})
  void startsCallsAndEndsAPlugin(int protocol, boolean encrypted) throws Exception {
    PluginCommand command = command(Map.of("TRIAL_PROTOCOL", "" + protocol));
    PluginProcess plugin =
        PluginProcess.start(encrypted ? command : command.unencrypted(), lines::add);
    long pid = plugin.pid();
    assertThat(plugin.channel().version().number()).isEqualTo(protocol);
    assertThat(schema(plugin).getResourceSchemasMap()).containsKey("trial_thing");
    await(() -> lines.stream().anyMatch(line -> line.message().equals("printed by the provider")));
    await(() -> lines.stream().anyMatch(line -> line.message().equals("ready")));
    plugin.close();
    assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)).isFalse();
    assertThat(left()).isEmpty();
    assertThat(plugin.crash()).isEmpty();
  }

  @Test
  void readsLinesOfTheLog() throws Exception {
    try (PluginProcess plugin = start(Map.of())) {
      await(() -> lines.stream().anyMatch(line -> line.message().equals("ready")));
      LogLine line =
          lines.stream().filter(each -> each.message().equals("ready")).findFirst().orElseThrow();
      assertThat(line.level()).isEqualTo(LogLine.Level.INFO);
      assertThat(line.module()).isEqualTo("trial");
      assertThat(line.pairs()).containsEntry("protocol", "6");
    }
  }

  @Test
  void takesWhateverAPluginPrintsAndRedactsIt() throws Exception {
    PluginCommand command =
        command(Map.of("TRIAL_START", "loud")).withRedaction(text -> text.replace("xxxx", "****"));
    try (PluginProcess plugin = PluginProcess.start(command, lines::add)) {
      await(() -> lines.stream().filter(line -> line.level() == LogLine.Level.WARN).count() == 40);
      assertThat(schema(plugin).getResourceSchemasCount()).isPositive();
      assertThat(lines).noneMatch(line -> line.message().contains("xxxx"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "garbage, GARBAGE, I am not a plugin",
    "die, DIED, exit code 7",
    "protocol-4, PROTOCOL, version 4",
    "net-rpc, PROTOCOL, net/rpc",
    "nowhere, UNREACHABLE, could not be reached",
    "other-certificate, CERTIFICATE, certificate"
  })
  void saysInOneSentenceWhyAPluginDidNotStart(String how, Reason reason, String said)
      throws Exception {
    assertThatThrownBy(() -> start(Map.of("TRIAL_START", how)))
        .isInstanceOfSatisfying(
            StartFailed.class,
            failure -> {
              assertThat(failure.reason()).isEqualTo(reason);
              assertThat(failure.sentence()).contains(said).doesNotContain("\n");
            });
    assertThat(left()).isEmpty();
  }

  @Test
  void saysWhatAPluginSaidLastBeforeItDied() {
    assertThatThrownBy(() -> start(Map.of("TRIAL_START", "die")))
        .hasMessageContaining("I have no license");
  }

  @Test
  void waitsForASilentPluginOnlySoLong() {
    assertThatThrownBy(
            () ->
                PluginProcess.start(
                    command(Map.of("TRIAL_START", "silent")).withStartLimit(Duration.ofSeconds(2)),
                    lines::add))
        .isInstanceOfSatisfying(
            StartFailed.class, failure -> assertThat(failure.reason()).isEqualTo(Reason.SILENT));
  }

  @Test
  void saysThatAProgramIsNotThere() {
    assertThatThrownBy(
            () ->
                PluginProcess.start(
                    PluginCommand.of("a/b", folder.resolve("none"), folder, Map.of(), runtime),
                    lines::add))
        .isInstanceOf(StartFailed.class);
  }

  @Test
  void reportsHowAPluginCrashed() throws Exception {
    try (PluginProcess plugin = start(Map.of())) {
      ProcessHandle.of(plugin.pid()).orElseThrow().destroyForcibly();
      await(() -> plugin.crash().isPresent());
      CrashReport crash = plugin.crash().orElseThrow();
      assertThat(crash.exitCode()).isEqualTo(137);
      assertThat(crash.sentence()).contains("signal 9").contains("sluice/trial");
    }
  }

  @Test
  void endsWhatAWorkerThatIsGoneLeftBehind() throws Exception {
    Process other = new ProcessBuilder("sleep", "600").start();
    try {
      Path left = Files.createDirectories(runtime.resolve("plugin123"));
      String its = other.pid() + " " + other.toHandle().info().startInstant().orElseThrow() + "\n";
      Files.writeString(left.resolve("process"), "999999999 2020-01-01T00:00:00Z\n" + its);
      Path mine = Files.createDirectories(runtime.resolve("plugin456"));
      ProcessHandle self = ProcessHandle.current();
      Files.writeString(
          mine.resolve("process"),
          self.pid() + " " + self.info().startInstant().orElseThrow() + "\n" + its);
      assertThat(PluginProcess.reap(runtime)).containsExactly(other.pid());
      assertThat(other.waitFor(5, TimeUnit.SECONDS)).isTrue();
      assertThat(left()).containsExactly(mine);
    } finally {
      other.destroyForcibly();
    }
  }

  @Test
  void leavesNoPluginBehindWhenItIsKilled() throws Exception {
    Process worker =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                Worker.class.getName(),
                TrialPlugin.script(folder, Map.of()).toString(),
                runtime.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader output = worker.inputReader()) {
      ProcessHandle plugin = ProcessHandle.of(Long.parseLong(output.readLine())).orElseThrow();
      assertThat(plugin.isAlive()).isTrue();
      worker.destroyForcibly().waitFor();
      if (!PluginProcess.isKernelWatching()) {
        assertThat(PluginProcess.reap(runtime)).containsExactly(plugin.pid());
      }
      await(() -> !plugin.isAlive());
      assertThat(PluginProcess.reap(runtime)).isEmpty();
      assertThat(left()).isEmpty();
    } finally {
      worker.destroyForcibly();
    }
  }

  @Test
  void attachesToAPluginThatSomebodyElseStarted() throws Exception {
    try (TrialServer server = TrialServer.inThisProcess(ProtocolVersion.FIVE)) {
      String variable = server.reattach("registry.terraform.io/sluice/trial");
      assertThat(AttachedPlugin.find(variable, "registry.terraform.io/a/b")).isEmpty();
      try (AttachedPlugin plugin =
          AttachedPlugin.find(variable, "registry.terraform.io/sluice/trial").orElseThrow()) {
        assertThat(schema(plugin).getResourceSchemasMap()).containsKey("trial_thing");
        assertThat(plugin.isAlive()).isTrue();
      }
    }
    assertThatThrownBy(() -> AttachedPlugin.find("{", "a")).isInstanceOf(StartFailed.class);
    assertThatThrownBy(
            () ->
                AttachedPlugin.find(
                    "{\"a\":{\"Protocol\":\"grpc\",\"Addr\":{\"Network\":\"tcp\",\"String\":\"10.0.0.1:1\"}}}",
                    "a"))
        .isInstanceOf(StartFailed.class);
  }

  @Test
  void givesPluginsTheUsersEnvironmentAndNothingOfSluice() {
    Map<String, String> passed =
        PluginEnvironment.of(
            Map.of(
                "AWS_PROFILE", "a",
                "SLUICE_KEY_FILE", "b",
                "PLUGIN_MULTIPLEX_GRPC", "c",
                "TF_LOG", "d",
                "TF_REATTACH_PROVIDERS", "e",
                "SECRET", "f"),
            Set.of("SECRET"));
    assertThat(passed).containsExactly(Map.entry("AWS_PROFILE", "a"));
  }
}
