package io.sluice.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import io.sluice.cli.Captured;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.load.Documents;
import io.sluice.cli.load.RunWatch;
import io.sluice.client.RunRecords;
import io.sluice.model.PoolName;
import io.sluice.model.json.Json;
import io.sluice.model.message.Envelope;
import io.sluice.model.message.Order;
import io.sluice.model.message.PlanRequest;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.NodeSummary;
import io.sluice.model.record.RunRecord;
import io.sluice.transport.message.Headers;
import io.sluice.transport.message.Messages;
import io.sluice.transport.topic.Partitioner;
import io.sluice.transport.topic.Topics;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sixteen workspaces apply small plans without a pause while somebody else does everything wrong
 * that is known to have stopped others once. None of their runs fails or waits.
 */
class BystandersTest {
  private static final int WORKSPACES = 16;
  private static final Duration CALM = Duration.ofSeconds(6);
  private static final Duration AFTER_EACH = Duration.ofSeconds(1);
  private static final Duration TOLERANCE = Duration.ofSeconds(8);
  private static final Pattern SKIP = Pattern.compile("inbox skip (\\d+) (\\d+)");
  private static final int MIB = 1024 * 1024;

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  /** Its partition is nobody else's: what halts a partition is done to it alone. */
  private static final int LEFT_ALONE = 0;

  private RunningDeployment local;
  private Deployment deployment;
  private Producer<String, byte[]> producer;
  private Topics topics;
  private HttpServer endless;

  private interface Act {
    void go() throws Exception;
  }

  @Test
  void noRunFailsOrWaitsForTheMistakesOfOthers() throws Exception {
    local = RunningDeployment.up(directory, Map.of());
    endless = endlessServer();
    try (Deployment opened =
            Deployment.of(
                LocalDeployment.watched(
                    LocalDescription.read(new LocalDirectory(directory)).orElseThrow(),
                    new LocalDirectory(directory)));
        Producer<String, byte[]> raw = rawProducer(opened)) {
      deployment = opened;
      producer = raw;
      topics = opened.client().topics();
      Load load = new Load(opened);
      load.start();
      load.phase("calm");
      Thread.sleep(CALM.toMillis());
      for (Map.Entry<String, Act> bad : wrongs().entrySet()) {
        load.phase(bad.getKey());
        bad.getValue().go();
        Thread.sleep(AFTER_EACH.toMillis());
      }
      load.stop();
      load.judge();
      doctorNamesWhatIsWrongUntilItIsCleared();
    } finally {
      endless.stop(0);
      local.close();
    }
  }

  private void doctorNamesWhatIsWrongUntilItIsCleared() throws Exception {
    String ill = doctor(1).out();
    assertThat(ill)
        .contains("BAD letters", "BAD pool gpu", "BAD in doubt", "99")
        .containsPattern(SKIP);

    Matcher skip = SKIP.matcher(ill);
    assertThat(skip.find()).isTrue();
    done("inbox", "skip", skip.group(1), skip.group(2), "--reason", "another build's", "--yes");
    done("dlq", "drop", "--all");
    for (RunRecord run : RunRecords.decoded(deployment.query().runs())) {
      if (!run.ended()) {
        done("runs", "abandon", run.run(), "--yes");
      }
      for (NodeSummary node : run.failed()) {
        if (node.status() == NodeStatus.IN_DOUBT) {
          done("runs", "resolve", run.run(), node.node(), "--abandon");
        }
      }
    }
    local.await(
        () -> {
          // Messages of which a part never came are given up a minute after they began.
          local.run("dlq", "drop", "--all");
          return local.run("doctor").code() == 0;
        });
  }

  private Captured doctor(int code) {
    Captured said = local.run("doctor");
    assertThat(said.code()).as(said.out()).isEqualTo(code);
    return said;
  }

  private void done(String... arguments) {
    Captured said = local.run(arguments);
    assertThat(said.code()).as(String.join(" ", arguments) + ": " + said.err()).isZero();
  }

  /** Each is what one person, one provider or one program may do any day. */
  private Map<String, Act> wrongs() throws Exception {
    Map<String, Act> wrongs = new LinkedHashMap<>();
    wrongs.put("workspace of 2 MiB", () -> plan(Documents.document("w".repeat(2 * MIB))));
    wrongs.put(
        "unknown field of 2.5 MB",
        () ->
            plan(
                (ObjectNode)
                    Documents.document("wrong").set("f".repeat(2_500_000), Json.object())));
    wrongs.put("plans: noise", () -> send(topics.plans(), "k", new byte[] {0, 1, 2}));
    wrongs.put("inbox: 30 MiB of braces", () -> inbox("wrong", filled(30 * MIB, '{'), "no-run"));
    wrongs.put("inbox: 64 MiB of zeros", () -> inbox("wrong", new byte[64 * MIB], "no-run"));
    wrongs.put(
        "inbox: a type of the wrong case",
        () ->
            inbox(
                "wrong",
                text(
                    "{\"v\":1,\"type\":\"result\",\"at\":\"2026-01-02T03:04:05Z\",\"payload\":{}}"),
                "no-run"));
    wrongs.put("inbox: half of a message", () -> part("wrong", 0, 2));
    wrongs.put(
        "inbox: an order",
        () ->
            inbox(
                "wrong",
                Envelope.encode(new Order.Cancel("no-run", true, "mallory"), Instant.now()),
                "no-run"));
    wrongs.put("inbox: two messages, interleaved", this::interleaved);
    wrongs.put("plan-requests: noise", () -> send(topics.planRequests(), "k", text("nothing")));
    wrongs.put("sixty plan requests of a version that never comes", this::neverSeen);
    wrongs.put("tasks: noise", () -> send(topics.tasks(PoolName.DEFAULT), "k", text("{}")));
    wrongs.put(
        "a pool that nobody serves",
        () -> resource("pools", "r", "random_id", Map.of("byte_length", "4")).put("pool", "gpu"));
    wrongs.put("two hundred pools", this::pools);
    wrongs.put(
        "a file name of 600,000 characters",
        () ->
            resource(
                "long",
                "f",
                "local_file",
                Map.of("filename", "out/" + "y".repeat(600_000), "content", "x")));
    wrongs.put("a dependent that does not fit a task", this::largeDependent);
    wrongs.put(
        "output that is 498 levels deep",
        () -> command("deep", "printf '%s%s' " + "[".repeat(498) + " " + "]".repeat(498)));
    wrongs.put(
        "200,000 bytes of output", () -> command("much", "head -c 200000 /dev/zero | tr '\\0' x"));
    wrongs.put(
        "an import of 4,000 characters",
        () ->
            local.run(
                "import",
                "--workspace=imp",
                "terraform_data.a[\"" + "k".repeat(4_000) + "\"]",
                "id",
                "--without-configuration"));
    wrongs.put(
        "an HTTP answer without an end",
        () ->
            resource(
                "http",
                "d",
                "http_object",
                Map.of(
                    "url",
                    "http://127.0.0.1:" + endless.getAddress().getPort() + "/",
                    "body",
                    "x")));
    wrongs.put(
        "a pattern for a backtracker",
        () ->
            configuration(
                "pattern",
                "length(regexall(\"^(a|b)*$\", join(\"\", [for i in range(1000) :"
                    + " substr(\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\","
                    + " 0, 100)])))"));
    wrongs.put("a number without an end", () -> configuration("number", "floor(1e99999999)"));
    wrongs.put(
        "a pattern of many turns",
        () -> configuration("turns", "regexall(\"((a*)*)*b\", \"" + "a".repeat(61) + "\")"));
    wrongs.put("a call that never ends, cancelled", this::neverEnds);
    wrongs.put("a message of a newer build", this::newer);
    return wrongs;
  }

  private void plan(ObjectNode document) throws Exception {
    send(topics.plans(), "k", Json.encode(document));
  }

  private ObjectNode resource(
      String workspace, String name, String type, Map<String, String> config) throws Exception {
    ObjectNode document = Documents.document(workspace);
    ObjectNode resource = Documents.add(document, name, type, config);
    // Sent a moment later, so that the caller may complete it.
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                Thread.sleep(100);
                plan(document);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    return resource;
  }

  private void pools() throws Exception {
    ObjectNode document = Documents.document("pools-many");
    for (int i = 0; i < 200; i++) {
      Documents.add(document, "r" + i, "random_id", Map.of("byte_length", "4"))
          .put("pool", "p" + i);
    }
    plan(document);
  }

  private void largeDependent() throws Exception {
    ObjectNode document = Documents.document("large");
    Documents.add(
        document, "first", "local_file", Map.of("filename", "out/first.txt", "content", "1"));
    ObjectNode large =
        Documents.add(
            document,
            "large",
            "local_file",
            Map.of("filename", "out/l", "content", "x".repeat(950 * 1024)));
    large.putArray("depends_on").add("first");
    plan(document);
  }

  private void command(String workspace, String create) throws Exception {
    resource(workspace, "c", "local_command", Map.of("create", create, "delete", "true"));
  }

  private void configuration(String name, String expression) throws Exception {
    Path folder = Files.createDirectories(directory.resolve("conf-" + name));
    Files.writeString(
        folder.resolve("main.tf"),
        "resource \"terraform_data\" \"x\" {\n  input = " + expression + "\n}\n");
    local.run("apply", folder.toString(), "--auto-approve", "--workspace=" + name);
  }

  private void neverEnds() throws Exception {
    ObjectNode document = Documents.document("sleepy");
    Documents.add(document, "s", "local_command", Map.of("create", "sleep 3600"));
    Path plan = directory.resolve("sleepy.json");
    Files.write(plan, Json.encode(document));
    String run = local.submitted(plan);
    Thread.sleep(1_000);
    local.run("runs", "cancel", run, "--force");
  }

  private void neverSeen() {
    Messages messages = new Messages(deployment.client().connection());
    for (int i = 0; i < 60; i++) {
      String workspace = workspace("forged-" + i, false);
      String run = "forged-run-" + i;
      PlanRequest.PlanRun request =
          PlanRequest.PlanRun.of(
              draft -> {
                draft.run = run;
                draft.workspace = workspace;
                draft.version = 1_000_000;
                draft.kind = RunKind.APPLY;
                draft.document = Documents.document(workspace);
                draft.options = RunOptions.DEFAULT;
                draft.window = 10;
              });
      messages.planRequest(request, Instant.now()).forEach(producer::send);
    }
    producer.flush();
  }

  /** Halts its partition until somebody passes over it. */
  private void newer() throws Exception {
    String workspace = workspace("halted", true);
    inbox(
        workspace,
        text("{\"v\":99,\"type\":\"Result\",\"at\":\"2026-01-02T03:04:05Z\",\"payload\":{}}"),
        "no-run");
  }

  private void part(String workspace, int index, int count) throws Exception {
    ProducerRecord<String, byte[]> record = keyed(workspace, filled(1_000, 'x'), "no-run");
    record.headers().add(Headers.PART, text(index + "/" + count));
    record.headers().add(Headers.PART_OF, text("digest-of-nothing"));
    producer
        .send(
            new ProducerRecord<>(
                record.topic(),
                record.partition(),
                workspace + "#part/" + index,
                record.value(),
                record.headers()))
        .get(20, TimeUnit.SECONDS);
  }

  private void interleaved() throws Exception {
    for (int round = 0; round < 3; round++) {
      for (String of : List.of("a", "b")) {
        ProducerRecord<String, byte[]> record = keyed("mixed", filled(1_000, 'x'), "run-" + of);
        record.headers().add(Headers.PART, text(round + "/4"));
        record.headers().add(Headers.PART_OF, text(of));
        producer.send(
            new ProducerRecord<>(
                record.topic(),
                record.partition(),
                "mixed#part/" + round,
                record.value(),
                record.headers()));
      }
    }
    producer.flush();
  }

  private void inbox(String workspace, byte[] value, String run) throws Exception {
    producer.send(keyed(workspace, value, run)).get(30, TimeUnit.SECONDS);
  }

  private ProducerRecord<String, byte[]> keyed(String workspace, byte[] value, String run) {
    ProducerRecord<String, byte[]> record =
        new ProducerRecord<>(topics.inbox(), partition(workspace), workspace, value);
    record.headers().add(Headers.WORKSPACE, text(workspace));
    record.headers().add(Headers.RUN, text(run));
    return record;
  }

  private void send(String topic, String key, byte[] value) throws Exception {
    producer.send(new ProducerRecord<>(topic, key, value)).get(30, TimeUnit.SECONDS);
  }

  private int partition(String workspace) {
    return new Partitioner(deployment.client().connection().partitions()).partition(workspace);
  }

  /** A name whose partition is the one left alone, or none of those. */
  private String workspace(String prefix, boolean alone) {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> prefix + "-" + i)
        .filter(name -> (partition(name) == LEFT_ALONE) == alone)
        .findFirst()
        .orElseThrow();
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] filled(int bytes, char with) {
    byte[] filled = new byte[bytes];
    Arrays.fill(filled, (byte) with);
    return filled;
  }

  private static Producer<String, byte[]> rawProducer(Deployment deployment) {
    Map<String, Object> settings =
        new java.util.HashMap<>(deployment.client().connection().clientSettings());
    settings.put("bootstrap.servers", deployment.client().connection().bootstrapServers());
    settings.put("compression.type", "gzip");
    settings.put("max.request.size", Integer.toString(128 * MIB));
    settings.put("buffer.memory", Long.toString(256L * MIB));
    return new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
  }

  private static HttpServer endlessServer() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(task -> Thread.ofVirtual().start(task));
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          byte[] block = new byte[64 * 1024];
          long until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
          try (OutputStream body = exchange.getResponseBody()) {
            while (System.nanoTime() - until < 0) {
              body.write(block);
            }
          } catch (IOException e) {
            // The reader has had enough.
          }
        });
    server.start();
    return server;
  }

  /** The bystanders: each workspace has one run under way at any time. */
  private final class Load {
    private final RunWatch watch;
    private final List<String> names = new ArrayList<>();
    private final Map<String, Integer> rounds = new ConcurrentHashMap<>();
    private final Map<String, Duration> longest = new LinkedHashMap<>();
    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private final AtomicReference<String> phase = new AtomicReference<>("");
    private final Thread thread = Thread.ofPlatform().name("bystanders").unstarted(this::run);
    private volatile boolean running = true;
    private volatile long graceUntil;
    private volatile Throwable failure;

    Load(Deployment deployment) {
      this.watch = new RunWatch(deployment);
      for (int i = 0; names.size() < WORKSPACES; i++) {
        String name = "bystander-" + i;
        if (partition(name) != LEFT_ALONE) {
          names.add(name);
        }
      }
    }

    void start() {
      names.forEach(this::next);
      thread.start();
    }

    void phase(String name) {
      phase.set(name);
    }

    void stop() throws InterruptedException {
      graceUntil = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      running = false;
      thread.join(Duration.ofSeconds(60).toMillis());
    }

    private void next(String name) {
      int round = rounds.merge(name, 1, Integer::sum);
      ObjectNode document = Documents.document(name);
      Documents.add(document, "a", "terraform_data", Map.of("input", "round " + round));
      Documents.add(document, "b", "terraform_data", Map.of("input", "${a.output}"));
      watch.submit(name, document);
    }

    private void run() {
      try {
        while (running || (!watch.open().isEmpty() && System.nanoTime() - graceUntil < 0)) {
          for (RunWatch.End end : watch.poll(Duration.ofMillis(50))) {
            String now = phase.get();
            longest.merge(now, end.took(), (a, b) -> a.compareTo(b) > 0 ? a : b);
            counts.merge(now, 1, Integer::sum);
            if (running) {
              next(end.workspace());
            }
          }
        }
      } catch (RuntimeException e) {
        failure = e;
      }
    }

    void judge() {
      assertThat(failure).isNull();
      System.out.println("bystanders: " + counts + ", longest " + longest);
      assertThat(watch.open()).as("runs that have not ended").isEmpty();
      assertThat(watch.ends()).as("ends of runs").allMatch(RunWatch.End::succeeded);
      // Where the machine is busy with other things, nobody's usual time is steady.
      Duration most = longest.get("calm").multipliedBy(2).plus(TOLERANCE);
      assertThat(longest).allSatisfy((name, took) -> assertThat(took).as(name).isLessThan(most));
      assertThat(counts.keySet()).as("somebody applied during each").hasSizeGreaterThan(20);
      watch.close();
    }
  }
}
