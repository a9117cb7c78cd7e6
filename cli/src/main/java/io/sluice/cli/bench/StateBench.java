package io.sluice.cli.bench;

import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.local.JavaProcess;
import io.sluice.cli.local.LocalDescription;
import io.sluice.cli.terminal.Fault;
import io.sluice.client.ClientFailure;
import io.sluice.embedded.ClusterOptions;
import io.sluice.embedded.DeploymentSecret;
import io.sluice.embedded.EmbeddedCluster;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.message.Order;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.transport.Connection;
import io.sluice.transport.TransportFailure;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Fills one state service, a process of its own beside an embedded broker, and measures what it
 * costs to hold that much: memory, the time of a restart, the time of a question. Everything goes
 * the way that surgery goes: through the inbox, the machine and its transactions.
 */
public final class StateBench {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final int QUESTIONS = 2_000;
  private final Path directory;
  private final Map<String, String> environment;
  private final Consumer<String> narrator;
  private int told;

  public StateBench(Path directory, Map<String, String> environment, Consumer<String> narrator) {
    this.directory = directory;
    this.environment = environment;
    this.narrator = narrator;
  }

  /**
   * @param heapMegabytes the most that the service's heap may be
   */
  public record Extent(int records, int workspaces, int heapMegabytes) {
    public Extent {
      if (workspaces < 1 || records < workspaces || heapMegabytes < 64) {
        throw Fault.of(
            "A number is out of range",
            "--workspaces must be at least 1, --records at least as many, --heap-mb at least 64.",
            "");
      }
    }
  }

  /** What was measured; times in milliseconds, memory in MiB. */
  public record Result(
      int records,
      int workspaces,
      int heap_mb,
      long fill_ms,
      long records_per_second,
      long rss_mb,
      long restart_ms,
      long rss_after_restart_mb,
      double show_p50_ms,
      double show_p99_ms,
      double show_max_ms,
      long list_ms,
      long kill_ms) {
    public String text() {
      return String.format(
          Locale.ROOT,
          """
          %,d records in %,d workspaces, one state service with a heap of %d MiB
            filled in           %,d ms (%,d records/s)
            resident            %,d MiB; after a restart and %d questions %,d MiB
            restart to ready    %,d ms (stopped); %,d ms (killed)
            one record, HTTP    p50 %.2f ms, p99 %.2f ms, max %.2f ms
            all workspaces      listed in %,d ms
          """,
          records,
          workspaces,
          heap_mb,
          fill_ms,
          records_per_second,
          rss_mb,
          QUESTIONS,
          rss_after_restart_mb,
          restart_ms,
          kill_ms,
          show_p50_ms,
          show_p99_ms,
          show_max_ms,
          list_ms);
    }
  }

  public Result run(Extent extent) throws IOException, InterruptedException {
    DeploymentSecret secret = DeploymentSecret.random();
    try (EmbeddedCluster cluster =
        EmbeddedCluster.start(directory.resolve("cluster"), ClusterOptions.closed(secret))) {
      Connection connection =
          LocalDescription.connection(cluster.bootstrapServers(), cluster.zookeeper(), secret);
      Process service = launch(connection, extent);
      try {
        ready(connection, service, Duration.ofSeconds(90), null);
        long start = System.nanoTime();
        fill(connection, extent);
        long filled = millis(start);
        Thread.sleep(2_000);
        long resident = ResidentMemory.megabytes(List.of(service.pid()));
        service.destroy();
        service.waitFor(60, TimeUnit.SECONDS);
        narrator.accept("stopped; starting again");
        start = System.nanoTime();
        service = launch(connection, extent);
        ready(connection, service, Duration.ofSeconds(90), workspace(0));
        long restart = millis(start);
        tellSteps();
        Histogram shown = ask(connection, extent);
        long listed = list(connection, extent);
        long after = ResidentMemory.megabytes(List.of(service.pid()));
        service.destroyForcibly();
        service.waitFor(60, TimeUnit.SECONDS);
        narrator.accept("killed; starting again");
        start = System.nanoTime();
        service = launch(connection, extent);
        ready(connection, service, Duration.ofSeconds(90), workspace(0));
        long killed = millis(start);
        tellSteps();
        return new Result(
            extent.records(),
            extent.workspaces(),
            extent.heapMegabytes(),
            filled,
            extent.records() * 1_000L / Math.max(1, filled),
            resident,
            restart,
            after,
            shown.getValueAtPercentile(50) / 1e6,
            shown.getValueAtPercentile(99) / 1e6,
            shown.getMaxValue() / 1e6,
            listed,
            killed);
      } finally {
        service.destroyForcibly();
        service.waitFor(20, TimeUnit.SECONDS);
      }
    }
  }

  /** Where the time of the last start went, in the service's own words. */
  private void tellSteps() throws IOException {
    List<String> lines = Files.readAllLines(directory.resolve("state.log"));
    lines.stream()
        .skip(told)
        .filter(line -> line.contains(" took: ") || line.contains("starting StateConf"))
        .forEach(narrator);
    told = lines.size();
  }

  private static long millis(long since) {
    return (System.nanoTime() - since) / 1_000_000;
  }

  private Process launch(Connection connection, Extent extent) throws IOException {
    List<String> command = new ArrayList<>(JavaProcess.command(List.of("serve", "state")));
    command.removeIf(flag -> flag.startsWith("-Xmx"));
    command.add(1, "-Xmx" + extent.heapMegabytes() + "m");
    Map<String, String> variables = new HashMap<>(environment);
    variables.putAll(connection.environment());
    variables.put("SLUICE_LOG", "info");
    variables.put("SLUICE_DATA", directory.resolve("store").toString());
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().putAll(variables);
    builder.directory(directory.toFile());
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(
        ProcessBuilder.Redirect.appendTo(directory.resolve("state.log").toFile()));
    return builder.start();
  }

  /** Every partition has an owner that answers; a workspace that is named holds something. */
  private void ready(
      Connection connection, Process service, Duration patience, @Nullable String workspace)
      throws InterruptedException {
    long until = System.nanoTime() + patience.toNanos();
    while (true) {
      if (!service.isAlive() || System.nanoTime() > until) {
        throw Fault.of(
            "The state service did not start", "See " + directory.resolve("state.log") + ".", "");
      }
      try (Deployment deployment = Deployment.of(connection)) {
        if (deployment.client().owners().values().stream().mapToInt(Integer::intValue).sum()
                == connection.partitions()
            && deployment.query().awaitOwners()
            && (workspace == null
                || deployment.query().resource(workspace, address(0)).hasNonNull("id"))) {
          return;
        }
      } catch (ClientFailure | TransportFailure e) {
        narrator.accept("not yet: " + e.getMessage());
      }
      Thread.sleep(20);
    }
  }

  private static String workspace(int index) {
    return "bench-" + index;
  }

  private static Address address(int index) {
    return new Address("terraform_data.item[" + index + "]");
  }

  private void fill(Connection connection, Extent extent) throws InterruptedException {
    try (Deployment deployment = Deployment.of(connection)) {
      int each = extent.records() / extent.workspaces();
      int more = extent.records() % extent.workspaces();
      for (int w = 0; w < extent.workspaces(); w++) {
        deployment.client().order(workspace(w), edit(workspace(w), each + (w < more ? 1 : 0)));
      }
      narrator.accept("sent; waiting for the last to be committed");
      long until = System.nanoTime() + PATIENCE.toNanos();
      for (int w = 0; w < extent.workspaces(); w++) {
        while (deployment.query().run(workspace(w), "fill-" + workspace(w)).isEmpty()) {
          if (System.nanoTime() > until) {
            throw Fault.of("The records were not committed in time", workspace(w), "");
          }
          Thread.sleep(20);
        }
      }
    }
  }

  private static Order.StateEdit edit(String workspace, int records) {
    List<StateRecord> put = new ArrayList<>();
    for (int i = 0; i < records; i++) {
      put.add(record(workspace, i));
    }
    return new Order.StateEdit(
        "fill-" + workspace, workspace, "bench", put, List.of(), Map.of(), "bench");
  }

  private static StateRecord record(String workspace, int index) {
    ObjectNode attributes = Json.object().put("id", workspace + "/" + index);
    for (int field = 0; field < 10; field++) {
      attributes.put("field_" + field, "value " + field + " of " + index + " in " + workspace);
    }
    return StateRecord.of(
        draft -> {
          draft.workspace = workspace;
          draft.address = address(index);
          draft.type = "terraform_data";
          draft.id = workspace + "/" + index;
          draft.attributes = attributes;
          draft.desired = NullNode.getInstance();
          draft.dependencies = index == 0 ? List.of() : List.of(address(index - 1));
          draft.status = RecordStatus.OK;
          draft.updatedAt = Instant.EPOCH;
        });
  }

  private static long list(Connection connection, Extent extent) {
    try (Deployment deployment = Deployment.of(connection)) {
      long start = System.nanoTime();
      int found = deployment.query().workspaces().size();
      if (found != extent.workspaces()) {
        throw Fault.of("A workspace is missing", found + " were listed.", "");
      }
      return millis(start);
    }
  }

  /** Single records of workspaces all over, one question after the other. */
  private Histogram ask(Connection connection, Extent extent) {
    Histogram histogram = new Histogram(3);
    Random random = new Random(7);
    int each = extent.records() / extent.workspaces();
    try (Deployment deployment = Deployment.of(connection)) {
      for (int i = 0; i < QUESTIONS + QUESTIONS / 10; i++) {
        String workspace = workspace(random.nextInt(extent.workspaces()));
        Address address = address(random.nextInt(each));
        long start = System.nanoTime();
        deployment.query().resource(workspace, address);
        if (i >= QUESTIONS / 10) {
          histogram.recordValue(System.nanoTime() - start);
        }
      }
    }
    return histogram;
  }
}
