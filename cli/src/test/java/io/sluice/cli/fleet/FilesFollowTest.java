package io.sluice.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bridge.trial.TrialPlugin;
import io.sluice.cli.Captured;
import io.sluice.embedded.EmbeddedCluster;
import io.sluice.embedded.SharedCluster;
import io.sluice.install.address.Platform;
import io.sluice.model.digest.Sha256;
import io.sluice.planner.PlannerService;
import io.sluice.seal.Keyring;
import io.sluice.state.StateService;
import io.sluice.transport.Connection;
import io.sluice.transport.Credentials;
import io.sluice.worker.WorkerService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** A fleet with two workers, each with a directory of its own, and who plans in a third. */
class FilesFollowTest {
  private static final String HEAD =
      """
      terraform {
        required_providers {
          trial = { source = "example.com/acme/trial" }
        }
      }
      provider "trial" { endpoint = "here" }
      """;

  private static final String TOKEN = "a-token-of-the-tests";

  /** A file that is made in the run, by one worker, for another. */
  private static final String LATE =
      """
      resource "trial_thing" "base" {
        name = "base"
        pool = "default"
      }
      data "trial_lookup" "late" {
        pool = "default"
        key  = "./build/${trial_thing.base.id}.made"
      }
      resource "trial_thing" "upload" {
        depends_on = [data.trial_lookup.late]
        name       = "upload"
        pool       = "second"
        fault      = "read-file"
        note       = "./build/made-for-base.made"
      }
      """;

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  private final Map<String, String> environment = new HashMap<>();
  private Connection connection;
  private StateService state;
  private PlannerService planner;
  private WorkerService first;
  private WorkerService second;

  private void fleet(boolean keeps) throws Exception {
    EmbeddedCluster cluster = SharedCluster.running();
    connection =
        Connection.embedded(cluster.bootstrapServers(), cluster.zookeeper())
            .withAccess(Map.of(), new Credentials(null, null, List.of(TOKEN)))
            .withTopicPrefix(SharedCluster.prefix(FilesFollowTest.class));
    environment.putAll(connection.environment());
    environment.put("SLUICE_DATA", directory.resolve("store").toString());
    environment.put("SLUICE_KEY_FILE", directory.resolve("key").toString());
    environment.put("SLUICE_HTTP_HOST", "127.0.0.1");
    if (keeps) {
      environment.put("SLUICE_BLOBS", directory.resolve("blobs").toString());
    }
    Keyring.loadOrGenerate(directory.resolve("key"));
    Path mirror =
        Files.createDirectories(
            directory.resolve("mirror/example.com/acme/trial/1.0.0/" + Platform.current()));
    TrialPlugin.script(mirror, Map.of());
    write("main.tf", HEAD);
    state = StateService.start(connection, environment);
    planner = PlannerService.start(connection, environment);
    first = worker("default");
    second = worker("second");
    done(sluice("init", "--plugin-dir=" + directory.resolve("mirror")));
  }

  private WorkerService worker(String pool) throws IOException {
    Map<String, String> own = new HashMap<>(environment);
    Path root = Files.createDirectories(directory.resolve(pool));
    own.put("SLUICE_ROOT", root.toString());
    own.put("SLUICE_WORKER_DATA", root.resolve("data").toString());
    own.put("SLUICE_WORKER_NAME", pool);
    own.put("SLUICE_POOL", pool);
    return WorkerService.start(connection, own);
  }

  @AfterEach
  void stop() {
    Stream.of(second, first, planner, state)
        .filter(service -> service != null)
        .forEach(FilesFollowTest::close);
  }

  private static void close(AutoCloseable service) {
    try {
      service.close();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private void write(String path, String text) throws IOException {
    Path file = directory.resolve("project").resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private Captured sluice(String... arguments) {
    return Captured.run(directory.resolve("project"), environment, arguments);
  }

  private static Captured done(Captured captured) {
    assertThat(captured.code()).as(captured.out() + captured.err()).isZero();
    return captured;
  }

  @Test
  void filesAreWhereACallOpensThemOnWhateverWorker() throws Exception {
    fleet(true);
    opensTheFilesOfTheConfiguration();
    findsWhatAnotherWorkerWrote();
    takesLargeFilesThroughTheStore();
    refusesTwoWritersOfOnePath();
    servesContentsForTheTokenAlone();
  }

  @Test
  void refusesByNameWhatNeedsAStore() throws Exception {
    fleet(false);
    large("big.bin", 9 << 20);
    write("main.tf", HEAD + reading("big", "default", "digest-file", "big.bin"));

    Captured large = sluice("apply", "--auto-approve");

    assertThat(large.code()).isNotZero();
    assertThat(large.err()).contains("big.bin (9216 KiB)", "SLUICE_BLOBS");

    write("main.tf", HEAD + LATE);
    Captured late = sluice("apply", "--auto-approve");

    assertThat(late.code()).isNotZero();
    assertThat(late.out() + late.err())
        .contains("data.trial_lookup.late", "build/made-for-base.made", "SLUICE_BLOBS");
  }

  private static String reading(String name, String pool, String fault, String path) {
    return """
    resource "trial_thing" "%s" {
      name  = "%s"
      pool  = "%s"
      fault = "%s"
      note  = "%s"
    }
    """
        .formatted(name, name, pool, fault, path);
  }

  private void large(String path, int bytes) throws IOException {
    byte[] content = new byte[bytes];
    new Random(bytes).nextBytes(content);
    Files.createDirectories(directory.resolve("project"));
    Files.write(directory.resolve("project").resolve(path), content);
  }

  private void opensTheFilesOfTheConfiguration() throws Exception {
    write("pages/index.html", "welcome");
    write("pages/.env", "PASSWORD=canary");
    write("inner/pages/about.html", "about us");
    write(
        "inner/main.tf",
        HEAD.substring(0, HEAD.indexOf("provider \""))
            + reading("about", "second", "read-file", "${path.module}/pages/about.html")
            + "output \"id\" { value = trial_thing.about.id }\n");
    write(
        "main.tf",
        HEAD
            + reading("index", "default", "read-file", "pages/index.html")
            + """
            resource "trial_thing" "all" {
              name = "all"
              pool = "default"
              tags = { source_dir = "./pages" }
            }
            module "inner" { source = "./inner" }
            output "index" { value = trial_thing.index.id }
            output "about" { value = module.inner.id }
            """);

    Captured applied = done(sluice("apply", "--auto-approve"));

    assertThat(applied.out())
        .contains("Resources: 3 added")
        .contains("index = \"welcome\"")
        .contains("about = \"about us\"");
    assertThat(applied.err()).contains("pages/.env (source_dir of trial_thing.all)");
    assertThat(onWorkers(".env")).as("files of secrets on a worker").isEmpty();
  }

  private List<Path> onWorkers(String name) throws IOException {
    try (Stream<Path> all =
        Stream.concat(
            Files.walk(directory.resolve("default")), Files.walk(directory.resolve("second")))) {
      return all.filter(path -> path.endsWith(name)).toList();
    }
  }

  private void findsWhatAnotherWorkerWrote() throws Exception {
    write(
        "main.tf",
        HEAD
            + LATE
            + """
            data "trial_lookup" "early" { key = "./planned/early.made" }
            output "got" { value = trial_thing.upload.id }
            output "early" { value = trial_thing.early.id }
            """
            + reading("early", "second", "read-file", "${data.trial_lookup.early.key}"));

    Captured applied = done(sluice("apply", "--auto-approve", "--workspace", "late"));

    assertThat(applied.out())
        .contains("early = \"made of ./planned/early.made\"")
        .contains("got = \"made of ./build/made-for-base.made\"");
    assertThat(onWorkers("build/made-for-base.made")).hasSize(2);
    assertThat(directory.resolve("project/build")).doesNotExist();
  }

  private void takesLargeFilesThroughTheStore() throws Exception {
    large("large.bin", 30 << 20);
    write(
        "main.tf",
        HEAD
            + reading("a", "default", "digest-file", "large.bin")
            + reading("b", "second", "digest-file", "large.bin")
            + """
            output "same" {
              value = distinct([filesha256("large.bin"), trial_thing.a.id, trial_thing.b.id])
            }
            """);

    Captured applied = done(sluice("apply", "--auto-approve", "--workspace", "large"));

    String digest = Sha256.hex(Files.readAllBytes(directory.resolve("project/large.bin")));
    assertThat(applied.out()).contains("same = tolist([\n  \"" + digest + "\",\n])");
    Files.delete(directory.resolve("project/large.bin"));
  }

  private void refusesTwoWritersOfOnePath() throws Exception {
    write(
        "main.tf",
        HEAD
            + reading("one", "default", "write-file", "./out/same.txt")
            + reading("two", "second", "write-file", "./out/same.txt")
                .replace("name ", "depends_on = [trial_thing.one]\n  name "));

    Captured applied = sluice("apply", "--auto-approve", "--workspace", "writers");

    assertThat(applied.code()).isNotZero();
    assertThat(applied.out() + applied.err())
        .contains("trial_thing.one and trial_thing.two both wrote out/same.txt");
    assertThat(done(sluice("state", "list", "--workspace", "writers")).out())
        .as("what was made is known")
        .contains("trial_thing.two");
  }

  private void servesContentsForTheTokenAlone() throws Exception {
    String digest = "0".repeat(64);
    assertThat(asked("GET", "/v1/blobs/" + digest, "wrong")).isEqualTo(401);
    assertThat(asked("PUT", "/v1/blobs/" + digest, "wrong")).isEqualTo(401);
    assertThat(asked("GET", "/v1/workspaces/default/runs/r/written", "wrong")).isEqualTo(401);
    assertThat(asked("GET", "/v1/workspaces/default/runs/r/files", "wrong")).isEqualTo(401);
    assertThat(asked("GET", "/v1/blobs/" + digest, TOKEN)).isEqualTo(404);
    assertThat(asked("PUT", "/v1/blobs/" + digest, TOKEN))
        .as("a content of another digest")
        .isEqualTo(400);
    for (String outside : List.of("..%2F..%2Fkey", "%2Fetc%2Fpasswd", "..%2Fkey", "key")) {
      assertThat(asked("GET", "/v1/blobs/" + outside, TOKEN)).as(outside).isIn(400, 404);
      assertThat(asked("PUT", "/v1/blobs/" + outside, TOKEN)).as(outside).isIn(400, 404);
    }
    assertThat(directory.resolve("key")).exists();
  }

  private int asked(String method, String path, String token) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + state.port() + path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/octet-stream")
            .method(
                method,
                method.equals("PUT")
                    ? HttpRequest.BodyPublishers.ofString("content")
                    : HttpRequest.BodyPublishers.noBody())
            .build();
    return HttpClient.newHttpClient()
        .send(request, HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }
}
