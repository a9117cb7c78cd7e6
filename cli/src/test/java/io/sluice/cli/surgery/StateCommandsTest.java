package io.sluice.cli.surgery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.Captured;
import io.sluice.cli.local.RunningDeployment;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** What people do with state, on two deployments, right and wrong. Long, hence all in one. */
class StateCommandsTest {
  private static final String PLAN =
      """
      {"schema_version": 2, "workspace": "default", "resources": [
        {"name": "kept", "type": "local_file", "config": {"filename": "kept.txt", "content": "k"}},
        {"name": "lost", "type": "local_file", "config": {"filename": "lost.txt", "content": "l"}},
        {"name": "word", "type": "random_password", "config": {"length": 12}}]}
      """;

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path folder;

  @Test
  void importsTellsDriftKeepsSecretsAndMovesToAnEmptyStack() throws Exception {
    Path one = Files.createDirectory(folder.resolve("one"));
    Path two = Files.createDirectory(folder.resolve("two"));
    Path export = folder.resolve("export");
    Path key = one.resolve(".sluice/key");
    Files.writeString(one.resolve("there.txt"), "was there");
    Path plan = Files.writeString(one.resolve("plan.json"), PLAN);

    try (RunningDeployment local = RunningDeployment.up(one, Map.of())) {
      assertThat(local.submit(plan).code()).isZero();
      imports(local);
      drifts(local, one, plan);
      seals(local, key);
      asksByHttp(local);
      keepsWorkspacesApart(local, one.resolve(".sluice/workspace"));
      assertSaid(local.run("export", export.toString()), 0, "1 workspace written");
      assertSaid(
          local.run("state", "restore", "--from", export.toString()), 1, "default is not empty");
    }
    try (RunningDeployment local = RunningDeployment.up(two, Map.of())) {
      restores(local, export);
      assertSaid(
          local.run("state", "show", "random_password.word", "--reveal"), 1, "was sealed with key");
      Files.copy(
          key, two.resolve(".sluice/key"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      assertThat(local.run("state", "show", "random_password.word", "--reveal").out())
          .containsPattern("result += \".{12,}\"");
      assertSaid(local.run("state", "verify"), 0, "byte for byte");
    }
  }

  private static void imports(RunningDeployment local) {
    assertSaid(local.run("import", "local_file.there", "there.txt"), 0, "is now in state");
    assertSaid(local.run("import", "local_file.there", "there.txt"), 1, "is already in state");
    assertSaid(local.run("import", "local_file.other", "no.txt"), 1, "there is no such file");
    assertSaid(local.run("import", "local_file.a[", "there.txt"), 1, "cannot name a resource");
    assertSaid(local.run("import", "aws_vpc.a", "vpc-1"), 1, "Unknown resource type");
    assertSaid(
        local.run("import", "local_fil.a", "there.txt"),
        1,
        "No provider has a resource type \"local_fil\"",
        "Did you mean \"local_file\"?");
    assertSaid(local.run("import", "local_command.a", "x"), 1, "cannot be imported");
    assertSaid(
        local.run("state", "mv", "local_file.there", "local_file.a["), 1, "is not an address");
    assertThat(local.run("state", "list").out().lines())
        .containsExactly(
            "local_file.kept", "local_file.lost", "local_file.there", "random_password.word");
    assertSaid(local.run("state", "rm", "local_file.there"), 0, "removed");
  }

  private static void drifts(RunningDeployment local, Path project, Path plan) throws Exception {
    assertSaid(local.run("drift", "--detailed-exitcode"), 0, "No drift: 3 objects");
    Files.writeString(project.resolve("kept.txt"), "somebody was here");
    Files.delete(project.resolve("lost.txt"));
    Path longer = project.resolve("longer.json");
    Files.writeString(longer, Files.readString(plan).replace("12", "14"));
    assertSaid(
        local.run("drift", longer.toString(), "--detailed-exitcode"),
        2,
        "local_file.kept: changed outside",
        "local_file.lost: deleted outside",
        "random_password.word: the configuration changes it (replace)");
    assertThat(local.run("state", "show", "local_file.kept").out()).contains("\"k\"");
    assertThat(local.submit(plan).out()).as("drift wrote nothing").contains("No changes.");
  }

  private static void keepsWorkspacesApart(RunningDeployment local, Path selection) {
    assertSaid(local.run("workspace", "new", "spare"), 0, "is now selected");
    assertThat(selection).hasContent("spare\n");
    assertSaid(local.run("workspace", "new", "spare"), 1, "already");
    assertSaid(local.run("workspace", "new", "a b"), 1, "is not a valid workspace name");
    assertThat(local.run("workspace", "show").out()).isEqualTo("spare\n");
    assertThat(local.run("workspace", "list").out()).isEqualTo("  default\n* spare\n");
    Captured nothing = local.run("state", "list");
    assertThat(nothing.out()).isEmpty();
    assertThat(nothing.err()).contains("Workspace spare is empty.");
    assertSaid(
        local.run("state", "list", "--workspace", "defalt"),
        0,
        "Workspace defalt is empty. Did you mean default?");
    assertSaid(local.run("workspace", "delete", "spare"), 1, "is selected");
    assertSaid(local.run("workspace", "select", "defualt"), 1, "Did you mean default?");
    assertSaid(local.run("workspace", "select", "default"), 0, "is now selected");
    assertThat(local.run("state", "pull", "--out", "all.json").code()).isZero();
    assertThat(local.run("state", "push", "all.json", "--workspace", "spare").code()).isZero();
    assertSaid(local.run("workspace", "delete", "spare"), 1, "is not empty", "local_file.kept");
    assertSaid(
        local.run("workspace", "delete", "spare", "--force"),
        0,
        "the real objects remain: local_file.kept",
        "is deleted");
    assertSaid(local.run("workspace", "delete", "spare"), 1, "There is no workspace spare");
    assertThat(local.run("workspace", "list").out()).isEqualTo("* default\n");
  }

  /** As a program of somebody's own does, with what it is told. */
  private static void asksByHttp(RunningDeployment local) throws Exception {
    Captured told = local.run("state", "api", "--json");
    assertThat(told.out().lines()).as(told.err()).hasSize(1);
    JsonNode api = RunningDeployment.json(told.out());
    URI workspaces = URI.create(api.path("address").asText() + "/v1/workspaces");
    for (String token : List.of(api.path("token").asText(), "another")) {
      HttpRequest request =
          HttpRequest.newBuilder(workspaces).header("Authorization", "Bearer " + token).build();
      HttpResponse<String> answer =
          HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(token.equals("another") ? 401 : 200);
      assertThat(answer.body().contains("\"default\"")).isNotEqualTo(token.equals("another"));
    }
  }

  /** A key that is another one, no key, and what everybody can read. */
  private static void seals(RunningDeployment local, Path key) throws Exception {
    String[] show = {"state", "show", "random_password.word", "--reveal"};
    byte[] right = Files.readAllBytes(key);
    assertThat(local.run("state", "show", "random_password.word").out())
        .contains("(sensitive value)");
    Files.writeString(key, Base64.getEncoder().encodeToString(new byte[32]) + "\n");
    assertSaid(local.run(show), 1, "was sealed with key", "this process has key");
    Files.writeString(key, "no key at all!");
    assertSaid(local.run(show), 1, "is not base64");
    Files.delete(key);
    assertSaid(local.run(show), 1, "There is no key at", "restore it");
    Files.write(key, right);
    Files.setPosixFilePermissions(
        key, java.nio.file.attribute.PosixFilePermissions.fromString("rw-------"));
    assertSaid(local.run(show), 0, "result");
  }

  private static void restores(RunningDeployment local, Path export) throws Exception {
    String[] restore = {"state", "restore", "--from", export.toString()};
    Path file = export.resolve("default.state.json");
    String right = Files.readString(file);
    Files.writeString(file, right.replace("kept.txt", "kepd.txt"));
    assertSaid(local.run(restore), 1, "is damaged or was edited");
    Files.writeString(file, right.substring(0, right.length() / 2));
    assertSaid(local.run(restore), 1, "not JSON");
    Files.writeString(file, right.replaceFirst("\"v\" : 2", "\"v\" : 99"));
    assertSaid(local.run(restore), 1, "unknown version");
    Files.writeString(file, right);
    Path twice = Files.copy(file, export.resolve("again.state.json"));
    assertSaid(local.run(restore), 1, "in two files");
    Files.delete(twice);
    assertSaid(
        local.run("state", "restore", "--from", export.toString(), "--dry-run"),
        0,
        "default: 3 records would be restored");
    assertThat(local.run("state", "list").out()).isEmpty();
    assertSaid(local.run(restore), 0, "default: 3 records restored");
    assertThat(local.run("state", "list").out().lines()).hasSize(3);
    assertSaid(local.run("state", "inspect"), 0, "3 records");
  }

  private static void assertSaid(Captured ended, int code, String... texts) {
    String said = ended.out() + ended.err();
    assertThat(said).contains(List.of(texts));
    assertThat(ended.code()).as(said).isEqualTo(code);
  }
}
