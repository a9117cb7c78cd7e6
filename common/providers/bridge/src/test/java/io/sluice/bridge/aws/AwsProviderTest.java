package io.sluice.bridge.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.bridge.process.PluginCommand;
import io.sluice.bridge.process.PluginEnvironment;
import io.sluice.bridge.process.PluginProcess;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.session.Applied;
import io.sluice.bridge.session.ObjectState;
import io.sluice.bridge.session.PlanAsk;
import io.sluice.bridge.session.PlannedChange;
import io.sluice.bridge.session.PlannedChange.Action;
import io.sluice.bridge.session.PluginSession;
import io.sluice.bridge.session.Reply;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real provider for AWS, unmodified, against AWS's interfaces in memory. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class AwsProviderTest {
  private static final Pattern MIRROR = Pattern.compile("path\\s*=\\s*\"([^\"]+)\"");
  private static final int TRIES = 300;

  @TempDir Path folder;

  /**
   * In a mirror: one that the settings for terraform name, one where it looks anyway, or one below
   * /opt.
   */
  private static Optional<Path> plugin() throws IOException {
    List<Path> mirrors = new ArrayList<>();
    Path home = Path.of(System.getProperty("user.home"));
    Path settings =
        Path.of(
            System.getenv()
                .getOrDefault("TF_CLI_CONFIG_FILE", home.resolve(".terraformrc").toString()));
    if (Files.isRegularFile(settings)) {
      Matcher mirror = MIRROR.matcher(Files.readString(settings));
      while (mirror.find()) {
        mirrors.add(Path.of(mirror.group(1)));
      }
    }
    mirrors.add(home.resolve(".terraform.d/plugins"));
    if (Files.isDirectory(Path.of("/opt"))) {
      try (Stream<Path> folders = Files.list(Path.of("/opt"))) {
        mirrors.addAll(folders.toList());
      }
    }
    for (Path mirror : mirrors) {
      Path aws = mirror.resolve("registry.terraform.io/hashicorp/aws");
      if (Files.isDirectory(aws)) {
        try (Stream<Path> files = Files.walk(aws, 3)) {
          return files
              .filter(file -> file.getFileName().toString().startsWith("terraform-provider-aws"))
              .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
              .findFirst();
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isOnPath(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static Process moto(int port, Path folder) throws Exception {
    Process moto =
        new ProcessBuilder("moto_server", "-H", "127.0.0.1", "-p", "" + port)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("moto.log").toFile())
            .start();
    for (int i = 0; i < TRIES; i++) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return moto;
      } catch (IOException e) {
        Thread.sleep(100);
      }
    }
    moto.descendants().forEach(ProcessHandle::destroyForcibly);
    moto.destroyForcibly();
    throw new IllegalStateException("moto_server did not start");
  }

  private static <T> T done(Reply<T> reply) {
    assertThat(reply).isInstanceOf(Reply.Done.class);
    return ((Reply.Done<T>) reply).result();
  }

  private static Value with(Value object, Map<String, Value> values) {
    Map<String, Value> parts = new LinkedHashMap<>(object.entries());
    parts.putAll(values);
    return ObjectValue.of(parts);
  }

  private static Value configuration(Block provider, String endpoint) {
    Block endpoints = provider.blocks().get("endpoints").body();
    Value there = with(endpoints.empty(), Map.of("sqs", Value.of(endpoint)));
    return with(
        provider.empty(),
        Map.of(
            "region", Value.of("us-east-1"),
            "access_key", Value.of("x"),
            "secret_key", Value.of("y"),
            "max_retries", Value.of(3),
            "skip_credentials_validation", Values.TRUE,
            "skip_requesting_account_id", Values.TRUE,
            "skip_metadata_api_check", Value.of("true"),
            "endpoints", SetValue.of(endpoints.type(), List.of(there))));
  }

  @Test
  void makesChangesAndDeletesAQueue() throws Exception {
    Optional<Path> program = plugin();
    assumeTrue(program.isPresent(), "no mirror has the provider for AWS");
    assumeTrue(isOnPath("moto_server"), "there is no moto_server on PATH");
    int port = freePort();
    Process moto = moto(port, folder);
    PluginCommand command =
        PluginCommand.of(
            "hashicorp/aws",
            program.get(),
            folder,
            PluginEnvironment.of(System.getenv(), Set.of()),
            folder.resolve("r"));
    try (PluginProcess plugin = PluginProcess.start(command, line -> {})) {
      PluginSession session = done(PluginSession.open(plugin));
      assertThat(session.catalog().resources()).hasSizeGreaterThan(1000);
      done(
          session.configure(
              configuration(session.catalog().provider(), "http://127.0.0.1:" + port)));
      lifeOfAQueue(session);
    } finally {
      moto.descendants().forEach(ProcessHandle::destroyForcibly);
      moto.destroyForcibly();
    }
  }

  private static void lifeOfAQueue(PluginSession session) throws Exception {
    String type = "aws_sqs_queue";
    Block block = session.catalog().resource(type).orElseThrow().block();
    assertThat(block.attributes().get("fifo_queue").isOptional()).isTrue();
    Value config =
        with(
            block.empty(),
            Map.of("name", Value.of("first"), "visibility_timeout_seconds", Value.of(45)));
    PlanAsk create = PlanAsk.of(type, Optional.empty(), config);
    PlannedChange planned = done(session.plan(create));
    assertThat(planned.action()).isEqualTo(Action.CREATE);
    assertThat(planned.legacy()).isTrue();
    assertThat(planned.planned().entries().get("arn").isKnown()).isFalse();
    ObjectState made = object(session.apply(planned, create));
    assertThat(made.value().entries().get("arn").asText()).contains("first");
    assertThat(made.privateData()).isNotEmpty();

    ObjectState read = done(session.read(type, made)).orElseThrow();
    assertThat(done(session.plan(PlanAsk.of(type, Optional.of(read), config))).action())
        .isEqualTo(Action.NO_OP);

    Value longer = with(config, Map.of("visibility_timeout_seconds", Value.of(60)));
    PlanAsk update = PlanAsk.of(type, Optional.of(read), longer);
    PlannedChange change = done(session.plan(update));
    assertThat(change.action()).isEqualTo(Action.UPDATE);
    ObjectState updated = object(session.apply(change, update));
    assertThat(updated.value().entries().get("visibility_timeout_seconds")).isEqualTo(Value.of(60));

    Value renamed = with(longer, Map.of("name", Value.of("second")));
    PlannedChange replace = done(session.plan(PlanAsk.of(type, Optional.of(updated), renamed)));
    assertThat(replace.action()).isEqualTo(Action.REPLACE);
    assertThat(replace.requiresReplace()).hasToString("[name]");

    PlannedChange destroy = done(session.planDestroy(type, updated));
    Applied gone = done(session.destroy(destroy, updated));
    assertThat(gone.succeeded()).isTrue();
    assertThat(gone.object()).isEmpty();
    assertThat(done(session.read(type, updated))).isEmpty();
  }

  private static ObjectState object(Reply<Applied> reply) {
    Applied applied = done(reply);
    assertThat(applied.diagnostics()).isEmpty();
    return applied.object().orElseThrow();
  }
}
