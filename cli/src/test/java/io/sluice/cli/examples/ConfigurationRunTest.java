package io.sluice.cli.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.Captured;
import io.sluice.cli.local.RunningDeployment;
import io.sluice.model.json.Json;
import io.sluice.providers.fakecloud.FakeCloud;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Configurations planned, saved, shown, applied, changed outside and destroyed, on one deployment.
 */
class ConfigurationRunTest {
  private static final String CANARY = "canary-token-5512";
  private static final Map<String, String> SECRETS = Map.of("TF_VAR_token", CANARY);

  private static final String SITE =
      """
      variable "text" { default = "one" }
      variable "token" {
        type      = string
        sensitive = true
        default   = ""
      }
      resource "local_file" "page" {
        filename = "page.txt"
        content  = var.text
      }
      resource "terraform_data" "secret" { input = var.token }
      data "local_file" "seed" { filename = "seed.txt" }
      resource "terraform_data" "seeded" {
        count = length(split(",", data.local_file.seed.content))
        input = local_file.page.content
      }
      output "page" { value = local_file.page.filename }
      output "seeds" { value = length(terraform_data.seeded) }
      """;

  @TempDir(cleanup = CleanupMode.NEVER)
  private static Path directory;

  private static RunningDeployment local;
  private static FakeCloud cloud;

  @BeforeAll
  static void start() throws Exception {
    cloud = FakeCloud.start(0, directory.resolve("cloud.jsonl"));
    Map<String, String> environment = new HashMap<>();
    environment.put("FAKECLOUD_ENDPOINT", cloud.endpoint().toString());
    environment.put("SHOP_DB_PASSWORD", "canary-shop-8812");
    copy(Path.of("..", "examples", "webshop"), directory.resolve("project"));
    local = RunningDeployment.up(directory.resolve("project"), environment);
  }

  @AfterAll
  static void stop() throws Exception {
    try (var ending = local;
        var clouds = cloud) {
      assertThat(ending).isNotNull();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (file.toString().matches(".*\\.(tf|tftpl)")
                && !file.toString().contains(".sluice")) {
              Path target = to.resolve(from.relativize(file).toString());
              Files.createDirectories(target.getParent());
              Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static Captured sluice(String... arguments) {
    return Captured.run(directory.resolve("project"), arguments);
  }

  private static Captured done(Captured captured) {
    assertThat(captured.code()).as(captured.out() + captured.err()).isZero();
    return captured;
  }

  /** The project's own deployment with another configuration: its modules are moved aside. */
  private static void write(String text) throws IOException {
    Path project = directory.resolve("project");
    Files.deleteIfExists(project.resolve("main.tf"));
    Files.writeString(project.resolve("site.tf"), text);
    Files.writeString(project.resolve("seed.txt"), "a,b");
  }

  @Test
  void livesThroughAllThatPeopleDo() throws Exception {
    webShopWithModules();
    quickstart();
    plansToFiles();
    findsWhatChangedOutside();
    takesOverWhatChangedOutside();
    acceptsWhatNothingAsksFor();
    countsByWhatTheRunFindsOut();
    countsAnewWhenWhatItCountsByIsReplaced();
    leavesNothingBehind();
  }

  private void webShopWithModules() {
    Captured plan = done(sluice("plan", "--workspace", "shop"));
    assertThat(plan.out()).contains("Plan: 60 to add, 0 to change, 0 to destroy.");
    Captured apply = done(sluice("apply", "--auto-approve", "--workspace", "shop"));
    assertThat(apply.out())
        .contains("Apply complete! Resources: 60 added, 0 changed, 0 destroyed.")
        .contains("buckets = 12");
    assertThat(cloud.ledger().lines().filter(line -> line.contains("\"op\":\"create\"")))
        .hasSize(60);
    Captured again = done(sluice("plan", "--workspace", "shop"));
    assertThat(again.out()).contains("No changes.");
    findsWhatStateForgot();
    Captured gone = done(sluice("destroy", "--auto-approve", "--workspace", "shop"));
    assertThat(gone.out()).contains("Resources: 0 added, 0 changed, 60 destroyed.");
    assertThat(done(sluice("output", "--workspace", "shop")).out()).isEmpty();
  }

  private static void quickstart() throws IOException {
    Path project = directory.resolve("project");
    copy(Path.of("..", "examples", "quickstart"), project);
    Path own = Files.createDirectories(project.resolve("workspaces"));
    Files.writeString(own.resolve("quickstart.auto.tfvars"), "title = \"Proving ground\"\n");
    String[] apply = {"apply", "--auto-approve", "--workspace", "quickstart"};
    assertThat(done(sluice(apply)).out()).contains("Resources: 5 added, 0 changed, 0 destroyed.");
    assertThat(project.resolve("out/quickstart-quickstart/index.html"))
        .content()
        .contains("Proving ground", "events", "state")
        .doesNotContain("later");
    assertThat(done(sluice(apply)).out()).contains("No changes.");
    done(sluice("destroy", "--auto-approve", "--workspace", "quickstart"));
    assertThat(project.resolve("out/quickstart-quickstart/index.html")).doesNotExist();
  }

  private static void findsWhatStateForgot() {
    String[] orphans = {"orphans", ".", "--workspace", "shop"};
    Path project = directory.resolve("project");
    Map<String, String> endpoint = Map.of("FAKECLOUD_ENDPOINT", cloud.endpoint().toString());
    assertThat(done(Captured.run(project, endpoint, orphans)).out()).isEqualTo("No orphans.\n");
    String bucket = "fakecloud_bucket.bucket[\"logs\"]";
    done(sluice("state", "rm", bucket, "--workspace", "shop"));
    assertThat(done(Captured.run(project, endpoint, orphans)).out())
        .containsOnlyOnce("fakecloud_bucket  b-")
        .contains("sluice:shop/" + bucket);
    done(sluice("state", "restore", "--undo", "last", "--workspace", "shop"));
    assertThat(done(Captured.run(project, endpoint, orphans)).out()).isEqualTo("No orphans.\n");
    Captured unset = Captured.run(project, orphans);
    assertThat(unset.code()).isOne();
    assertThat(unset.err()).contains("FAKECLOUD_ENDPOINT", "where this command runs");
  }

  private void plansToFiles() throws Exception {
    write(SITE);
    Path project = directory.resolve("project");
    Captured plan = done(Captured.run(project, SECRETS, "plan", "--out", "first.plan"));
    assertThat(plan.out()).contains("Plan: 4 to add").doesNotContain(CANARY);
    byte[] saved = Files.readAllBytes(project.resolve("first.plan"));
    assertThat(new String(saved, UTF_8)).doesNotContain(CANARY).doesNotContain("page.txt");

    assertThat(done(sluice("show", "first.plan")).out()).contains("Plan: 4 to add");
    assertThat(done(sluice("show", "--json", "first.plan")).out().lines())
        .allMatch(line -> line.startsWith("{"))
        .anyMatch(line -> line.contains("local_file.page"))
        .noneMatch(line -> line.contains(CANARY));
    assertThat(done(sluice("graph", "first.plan", "--format", "mermaid")).out())
        .contains("terraform_data.seeded[1]")
        .contains("local_file.page");

    refusesWrongFiles(project, saved);
    assertThat(done(sluice("apply", "first.plan")).out())
        .contains("Apply complete! Resources: 4 added, 0 changed, 0 destroyed.")
        .contains("seeds = 2")
        .doesNotContain(CANARY)
        .as("it was shown when it was saved")
        .doesNotContain("will be created");
    assertThat(done(sluice("graph", "last", "--format", "mermaid")).out())
        .as("its plan is no longer kept, its events tell it")
        .contains("[\"terraform_data.seeded[1]\"]:::done", "[\"the outputs\"]:::done", "-->")
        .doesNotContain("!outputs", "skipped");
    destroysByASavedPlan();
    Captured stale = sluice("apply", "first.plan");
    assertThat(stale.code()).isOne();
    assertThat(stale.err()).contains("stale");
    assertThat(done(Captured.run(project, SECRETS, "plan")).out()).contains("No changes.");
  }

  /** There are outputs; afterwards everything is made anew. */
  private void destroysByASavedPlan() throws Exception {
    Path project = directory.resolve("project");
    done(Captured.run(project, SECRETS, "plan", "--destroy", "--out", "end.plan"));
    Captured noPlanToDestroy = sluice("destroy", "first.plan");
    assertThat(noPlanToDestroy.code()).isOne();
    assertThat(noPlanToDestroy.err()).contains("first.plan is no plan to destroy");
    assertThat(project.resolve("page.txt")).exists();
    assertThat(done(sluice("destroy", "end.plan")).out()).contains("4 destroyed");
    assertThat(project.resolve("page.txt")).doesNotExist();
    done(Captured.run(project, SECRETS, "apply", "--auto-approve"));
  }

  private void refusesWrongFiles(Path project, byte[] saved) throws Exception {
    ObjectNode newer = (ObjectNode) Json.tree(saved);
    Files.write(project.resolve("newer.plan"), Json.encode(newer.put("version", 99)));
    Files.write(project.resolve("cut.plan"), java.util.Arrays.copyOf(saved, saved.length / 2));
    ObjectNode touched = (ObjectNode) Json.tree(saved);
    ObjectNode sealed = (ObjectNode) touched.path("content").path("$sealed");
    sealed.put("ciphertext", "AAAA" + sealed.path("ciphertext").asText().substring(4));
    Files.write(project.resolve("touched.plan"), Json.encode(touched));
    Files.writeString(project.resolve("other.plan"), "no plan at all");
    Files.write(project.resolve("empty.plan"), new byte[0]);
    for (String name : List.of("newer", "cut", "touched", "other", "empty")) {
      for (String command : List.of("show", "apply")) {
        Captured refused = sluice(command, name + ".plan");
        assertThat(refused.code()).as(command + " " + name).isOne();
        assertThat(refused.err())
            .as(command + " " + name)
            .contains("Error")
            .doesNotContain("Exception", "\tat ");
      }
    }
    assertThat(sluice("show", "newer.plan").err()).contains("newer version");
  }

  private void findsWhatChangedOutside() throws Exception {
    Path page = directory.resolve("project/page.txt");
    Files.writeString(page, "meddled with");
    Path project = directory.resolve("project");
    Captured unread = done(Captured.run(project, SECRETS, "plan", "--no-refresh"));
    assertThat(unread.out()).contains("No changes.");
    Captured only = Captured.run(project, SECRETS, "plan", "--refresh-only");
    assertThat(only.out()).contains("local_file.page: changed outside (content");
    Captured drift = sluice("drift", ".", "--detailed-exitcode");
    assertThat(drift.code()).as(drift.err()).isEqualTo(2);
    assertThat(drift.out()).contains("local_file.page");

    Captured plan = done(Captured.run(project, SECRETS, "plan"));
    assertThat(plan.out())
        .contains("Objects have changed outside of Sluice")
        .contains("local_file.page")
        .contains("Plan: ");
    assertThat(Files.readString(page)).isEqualTo("meddled with");
    Captured again = done(Captured.run(project, SECRETS, "plan", "--out", "drift.plan"));
    assertThat(again.out())
        .contains("Objects have changed outside of Sluice", "local_file.page: changed outside");
    assertThat(sluice("drift", "--detailed-exitcode").code())
        .as("plans write nothing")
        .isEqualTo(2);
    assertThat(done(sluice("state", "show", "local_file.page")).out()).doesNotContain("meddled");
    done(sluice("apply", "drift.plan"));
    assertThat(Files.readString(page)).isEqualTo("one");
    assertThat(sluice("drift", "--detailed-exitcode").code()).isZero();

    Files.delete(page);
    for (int i = 0; i < 2; i++) {
      assertThat(done(secretly("plan")).out())
          .contains("local_file.page: deleted outside", "will be created");
      assertThat(done(sluice("state", "list")).out()).contains("local_file.page");
    }
    done(secretly("plan", "--out", "gone.plan"));
    done(sluice("apply", "gone.plan"));
    assertThat(Files.readString(page)).isEqualTo("one");
  }

  /** As in Terraform, an apply that changes nothing records what it has found. */
  private void acceptsWhatNothingAsksFor() throws Exception {
    String[] apply = {"apply", "--auto-approve", "--workspace", "gone"};
    write("resource \"local_file\" \"gone\" {\n  filename = \"gone.txt\"\n  content  = \"x\"\n}\n");
    done(sluice(apply));
    Files.delete(directory.resolve("project/gone.txt"));
    write("locals { nothing = 1 }\n");
    assertThat(done(sluice("plan", "--workspace", "gone")).out())
        .contains("local_file.gone: deleted outside", "No changes.");
    assertThat(done(sluice("state", "list", "--workspace", "gone")).out()).contains("gone");
    assertThat(done(sluice(apply)).out()).contains("No changes.");
    assertThat(done(sluice("state", "list", "--workspace", "gone")).out()).isEmpty();
    write(SITE);
  }

  private void takesOverWhatChangedOutside() throws Exception {
    Path page = directory.resolve("project/page.txt");
    Files.writeString(page, "written elsewhere");
    Captured unasked = secretly("apply", "-refresh-only");
    assertThat(unasked.code()).isOne();
    Captured taken = done(secretly("apply", "-refresh-only", "-auto-approve"));
    assertThat(taken.out())
        .contains("local_file.page: changed outside (content")
        .contains("Refresh complete! Recorded in state: 1 of ");
    assertThat(Files.readString(page)).isEqualTo("written elsewhere");
    assertThat(done(sluice("state", "show", "local_file.page")).out())
        .contains("written elsewhere");
    Captured known = done(secretly("plan", "-refresh-only", "-detailed-exitcode"));
    assertThat(known.out()).contains("No changes. The objects match state.");

    Files.delete(page);
    Captured gone = secretly("plan", "-refresh-only", "-detailed-exitcode");
    assertThat(gone.code()).isEqualTo(2);
    assertThat(gone.out()).contains("local_file.page: deleted outside", "State did not change");
    assertThat(done(sluice("state", "list")).out()).contains("local_file.page");
    done(secretly("apply", "-refresh-only", "-auto-approve"));
    assertThat(done(sluice("state", "list")).out()).doesNotContain("local_file.page");
    assertThat(page).doesNotExist();

    done(secretly("apply", "-auto-approve"));
    assertThat(Files.readString(page)).isEqualTo("one");
  }

  private static Captured secretly(String... arguments) {
    return Captured.run(directory.resolve("project"), SECRETS, arguments);
  }

  private void countsByWhatTheRunFindsOut() throws Exception {
    Files.deleteIfExists(directory.resolve("project/page.txt"));
    write(counted(2));
    Captured apply = done(sluice("apply", "--auto-approve", "--workspace", "counted"));
    assertThat(apply.out()).contains("Apply complete! Resources: 6 added, 0 changed, 0 destroyed.");
    assertThat(done(sluice("output", "--json", "--workspace", "counted")).out())
        .contains("number 2")
        .contains("k1=10");
    assertThat(done(sluice("plan", "--workspace", "counted")).out()).contains("No changes.");
  }

  private static String counted(int number) {
    return """
    resource "random_integer" "n" {
      min = NUMBER
      max = NUMBER
    }
    resource "terraform_data" "many" {
      count = random_integer.n.result + 1
      input = "number ${count.index}"
    }
    resource "terraform_data" "named" {
      for_each = { for i in range(random_integer.n.result) : "k${i}" => i * 10 }
      input    = "${each.key}=${each.value}"
    }
    output "all" {
      value = concat(terraform_data.many[*].output, values(terraform_data.named)[*].output)
    }
    """
        .replace("NUMBER", Integer.toString(number));
  }

  private void countsAnewWhenWhatItCountsByIsReplaced() throws Exception {
    write(counted(3));
    assertThat(done(sluice("apply", "--auto-approve", "--workspace", "counted")).out())
        .contains("random_integer.n must be replaced")
        .contains("Apply complete! Resources: 3 added, 0 changed, 1 destroyed.");
    write(counted(2));
    assertThat(done(sluice("apply", "--auto-approve", "--workspace", "counted")).out())
        .contains("Apply complete! Resources: 1 added, 0 changed, 3 destroyed.");
    done(sluice("apply", "--auto-approve", "--workspace", "counted"));
    assertThat(done(sluice("plan", "--workspace", "counted")).out()).contains("No changes.");
  }

  private void leavesNothingBehind() {
    Captured destroy = done(sluice("destroy", "--auto-approve", "--workspace", "counted"));
    assertThat(destroy.out()).contains("6 destroyed");
    assertThat(done(sluice("output", "--json", "--workspace", "counted")).out().strip())
        .isEqualTo("{ }");
    assertThat(done(sluice("state", "list", "--workspace", "counted")).out()).isEmpty();
  }
}
