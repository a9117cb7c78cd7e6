package io.sluice.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Captured;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** What people decide about runs of a configuration: on one deployment, since it takes its time. */
class DecisionsTest {
  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  @Test
  void plansOfRunsAreShownAndApprovedOrDiscardedAndWhatIsInDoubtIsLeftAlone() throws Exception {
    Files.writeString(
        directory.resolve("main.tf"),
        "resource \"local_command\" \"a\" {\n  create = \"test -e ok && touch made\"\n}\n");
    try (RunningDeployment local = RunningDeployment.up(directory, Map.of())) {
      Captured failed = local.run("apply", "-auto-approve", "-workspace", "shop");
      assertThat(failed.code()).isOne();
      assertThat(failed.out()).contains("do the rest: sluice apply -auto-approve -workspace shop");

      retries(local);
      decidesOnWhatWaits(local);
      leavesWhatIsInDoubtAlone(local);
      takesBackOnlyWhatWasWritten(local);
      importsOnlyWhatABlockDescribes(local);
      asksBeforeStateForgetsSeveralOrWhatOthersNeed(local);
      tellsRunsOfOneIdApart(local);
    }
  }

  /** Ids of documents need not differ between workspaces. */
  private void tellsRunsOfOneIdApart(RunningDeployment local) throws Exception {
    for (String workspace : List.of("first", "second")) {
      Files.writeString(
          directory.resolve(workspace + ".yaml"),
          """
          schema_version: 2
          workspace: %s
          submission_id: nightly
          resources:
          - name: x
            type: local_command
            config: {create: "touch %s.begun; sleep %d; touch %s.done"}
          """
              .formatted(workspace, workspace, workspace.equals("first") ? 60 : 6, workspace));
      local.submitted(directory.resolve(workspace + ".yaml"));
    }
    local.await(() -> Files.exists(directory.resolve("first.begun")));
    local.await(() -> Files.exists(directory.resolve("second.begun")));
    Captured either = local.run("runs", "abandon", "nightly", "--yes");
    assertThat(either.code()).isOne();
    assertThat(either.err())
        .contains("More than one workspace has a run nightly", "first/nightly", "second/nightly");
    Captured abandoned = local.run("runs", "abandon", "first/nightly", "--yes");
    assertThat(abandoned.code()).as(abandoned.err()).isZero();
    local.await(() -> Files.exists(directory.resolve("second.done")));
    local.await(
        () -> local.run("runs", "show", "second/nightly").out().contains("Status:      succeeded"));
    assertThat(directory.resolve("first.done")).doesNotExist();
    Captured settled =
        local.run("runs", "resolve", "first/nightly", "local_command.x", "--abandon");
    assertThat(settled.code()).as(settled.out() + settled.err()).isZero();
  }

  private void retries(RunningDeployment local) {
    Captured nobody = local.run("runs", "retry", "last");
    assertThat(nobody.code()).isOne();
    assertThat(nobody.err()).contains("Cannot ask for approval", "--auto-approve");
    assertThat(local.run("runs", "list").out().lines()).as("nothing was begun").hasSize(2);

    Captured no = answered("no\n", "runs", "retry", "last");
    assertThat(no.out()).as(no.err()).contains("local_command.a will be created", "cancelled");
    assertThat(no.code()).isOne();
  }

  private void decidesOnWhatWaits(RunningDeployment local) throws IOException {
    Files.createFile(directory.resolve("ok"));
    waits(local);
    assertThat(local.run("runs", "approve", "last").err()).contains("Cannot ask for approval");
    Captured discard = local.run("runs", "discard", "last");
    assertThat(discard.out()).as(discard.err()).contains("cancelled");
    assertThat(directory.resolve("made")).doesNotExist();

    waits(local);
    Captured approve = local.run("runs", "approve", "last", "--auto-approve");
    assertThat(approve.out())
        .as(approve.err())
        .contains("local_command.a will be created", "Resources: 1 added");
    assertThat(directory.resolve("made")).exists();
    assertThat(local.run("runs", "discard", "last").err())
        .contains("has already ended")
        .doesNotContain("retry");
  }

  private void leavesWhatIsInDoubtAlone(RunningDeployment local) throws Exception {
    Files.writeString(
        directory.resolve("main.tf"),
        """
        resource "local_command" "a" {
          create = "test -e ok && touch made"
        }
        resource "local_command" "b" {
          create = "touch begun; sleep 60"
        }
        """);
    Captured left = local.run("apply", "-auto-approve", "-workspace", "shop", "--detach");
    String run = left.out().lines().toList().getLast();
    local.await(() -> Files.exists(directory.resolve("begun")));
    assertThat(local.run("runs", "abandon", run).err()).contains("--yes");
    Captured abandoned = local.run("runs", "abandon", run, "--yes");
    String resolve = "sluice runs resolve " + run + " local_command.b --retry";
    assertThat(abandoned.out()).as(abandoned.err()).contains(resolve);
    assertThat(local.run("locks").out()).contains("in doubt", resolve);

    Captured plan = local.run("plan", "-workspace", "shop");
    assertThat(plan.out())
        .as(plan.err())
        .contains("! local_command.b is in doubt since run " + run, resolve)
        .doesNotContain("will be created");
    Captured apply = local.run("apply", "-auto-approve", "-workspace", "shop");
    assertThat(apply.err()).contains("Nothing can change until what is in doubt is resolved");
    Captured resolved = local.run("runs", "resolve", run, "local_command.b", "--abandon");
    assertThat(resolved.out()).as(resolved.err()).contains("no longer tracks it");
    assertThat(local.run("locks").out()).isEqualTo("No locks are held.\n");
    assertThat(local.run("locks", "shpo").err()).contains("Did you mean shop?");
  }

  private static void takesBackOnlyWhatWasWritten(RunningDeployment local) throws Exception {
    local.run("plan", "-workspace", "shop");
    String refresh =
        RunningDeployment.json(
                local.run("runs", "list", "--all", "--json").out().lines().findFirst().orElse(""))
            .path("run")
            .asText();
    Captured undone = local.run("state", "restore", "--undo", refresh, "--workspace", "shop");
    assertThat(undone.code()).isOne();
    assertThat(undone.err())
        .contains("(drift) wrote nothing", "sluice state restore --undo ")
        .doesNotContain("404");
  }

  private void importsOnlyWhatABlockDescribes(RunningDeployment local) throws Exception {
    Files.writeString(
        directory.resolve("main.tf"),
        "resource \"local_file\" \"there\" {\n  filename = \"x\"\n  content = \"x\"\n}\n");
    Files.writeString(directory.resolve("x"), "x");
    Captured typo = local.run("import", "local_file.thre", "x", "--workspace", "new");
    assertThat(typo.code()).isOne();
    assertThat(typo.err())
        .contains("No block describes local_file.thre", "Did you mean local_file.there?");
    Captured meant =
        local.run("import", "--without-configuration", "local_file.t", "x", "--workspace", "new");
    assertThat(meant.err()).contains("would DESTROY x", "sluice state restore --undo ");
    assertThat(local.run("state", "rm", "local_file", "--workspace", "new").err())
        .contains("\"local_file\" is not an address");
    assertThat(local.run("state", "rm", "local_file.t", "--workspace", "new").code()).isZero();
    Captured right = local.run("import", "local_file.there", "x", "--workspace", "new");
    assertThat(right.code()).as(right.err()).isZero();
    assertThat(local.run("apply", "-auto-approve", "-workspace", "new").out())
        .contains("0 destroyed");
    assertThat(directory.resolve("x")).hasContent("x");
  }

  private void asksBeforeStateForgetsSeveralOrWhatOthersNeed(RunningDeployment local)
      throws Exception {
    Path plan =
        Files.writeString(
            directory.resolve("two.yaml"),
            """
            schema_version: 2
            workspace: two
            resources:
              - {name: a, type: terraform_data, config: {input: x}}
              - {name: b, type: terraform_data, config: {input: "${a.id}"}}
            """);
    assertThat(local.submit(plan).code()).isZero();
    String[] both = {"state", "rm", "terraform_data.a", "terraform_data.b", "--workspace=two"};
    String[] needed = {"state", "rm", "terraform_data.a", "--workspace=two"};
    for (String[] form : List.of(both, needed)) {
      Captured nobody = local.run(form);
      assertThat(nobody.code()).isOne();
      assertThat(nobody.err()).contains("Cannot ask for approval", "--yes");
      Captured no = answered("no\n", form);
      assertThat(no.out()).contains("  - terraform_data.a", "Only 'yes' will be accepted");
      assertThat(no.err()).contains("Nothing was changed.");
    }
    assertThat(local.state("two")).hasSize(2);
    assertThat(answered("yes\n", both).code()).isZero();
    assertThat(local.state("two")).isEmpty();
  }

  /** A run whose submitter went away when it was asked. */
  private void waits(RunningDeployment local) {
    InputStream gone =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("the terminal is gone");
          }
        };
    assertThat(Captured.answering(directory, gone, "runs", "retry", "last").code()).isOne();
    assertThat(local.run("runs", "show", "last").out())
        .contains("awaiting approval", "local_command.a will be created");
  }

  private Captured answered(String text, String... arguments) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return Captured.answering(directory, new ByteArrayInputStream(bytes), arguments);
  }
}
