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

/** What people decide about runs of a configuration: on one stack, since it takes its time. */
class DecisionsTest {
  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  @Test
  void plansOfRunsAreShownAndApprovedOrDiscardedAndWhatIsInDoubtIsLeftAlone() throws Exception {
    Files.writeString(
        directory.resolve("main.tf"),
        "resource \"local_command\" \"a\" {\n  create = \"test -e ok && touch made\"\n}\n");
    try (RunningDeployment stack = RunningDeployment.up(directory, Map.of())) {
      Captured failed = stack.run("apply", "-auto-approve", "-workspace", "shop");
      assertThat(failed.code()).isOne();
      assertThat(failed.out()).contains("do the rest: sluice apply -auto-approve -workspace shop");

      retries(stack);
      decidesOnWhatWaits(stack);
      leavesWhatIsInDoubtAlone(stack);
      takesBackOnlyWhatWasWritten(stack);
      importsOnlyWhatABlockDescribes(stack);
      asksBeforeStateForgetsSeveralOrWhatOthersNeed(stack);
    }
  }

  private void retries(RunningDeployment stack) {
    Captured nobody = stack.run("runs", "retry", "last");
    assertThat(nobody.code()).isOne();
    assertThat(nobody.err()).contains("Approval needed", "--auto-approve");
    assertThat(stack.run("runs", "list").out().lines()).as("nothing was begun").hasSize(2);

    Captured no = answered("no\n", "runs", "retry", "last");
    assertThat(no.out()).as(no.err()).contains("local_command.a will be created", "cancelled");
    assertThat(no.code()).isOne();
  }

  private void decidesOnWhatWaits(RunningDeployment stack) throws IOException {
    Files.createFile(directory.resolve("ok"));
    waits(stack);
    assertThat(stack.run("runs", "approve", "last").err()).contains("Approval needed");
    Captured discard = stack.run("runs", "discard", "last");
    assertThat(discard.out()).as(discard.err()).contains("cancelled");
    assertThat(directory.resolve("made")).doesNotExist();

    waits(stack);
    Captured approve = stack.run("runs", "approve", "last", "--auto-approve");
    assertThat(approve.out())
        .as(approve.err())
        .contains("local_command.a will be created", "Resources: 1 added");
    assertThat(directory.resolve("made")).exists();
    assertThat(stack.run("runs", "discard", "last").err())
        .contains("has ended already")
        .doesNotContain("retry");
  }

  private void leavesWhatIsInDoubtAlone(RunningDeployment stack) throws Exception {
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
    Captured left = stack.run("apply", "-auto-approve", "-workspace", "shop", "--detach");
    String run = left.out().lines().toList().getLast();
    stack.await(() -> Files.exists(directory.resolve("begun")));
    assertThat(stack.run("runs", "abandon", run).err()).contains("--yes");
    Captured abandoned = stack.run("runs", "abandon", run, "--yes");
    String resolve = "sluice runs resolve " + run + " local_command.b --retry";
    assertThat(abandoned.out()).as(abandoned.err()).contains(resolve);
    assertThat(stack.run("locks").out()).contains("in doubt", resolve);

    Captured plan = stack.run("plan", "-workspace", "shop");
    assertThat(plan.out())
        .as(plan.err())
        .contains("! local_command.b is in doubt since run " + run, resolve)
        .doesNotContain("will be created");
    Captured apply = stack.run("apply", "-auto-approve", "-workspace", "shop");
    assertThat(apply.err()).contains("Nothing can be done until what is in doubt is settled");
    Captured resolved = stack.run("runs", "resolve", run, "local_command.b", "--abandon");
    assertThat(resolved.out()).as(resolved.err()).contains("no longer managed");
    assertThat(stack.run("locks").out()).isEqualTo("No locks are held.\n");
    assertThat(stack.run("locks", "shpo").err()).contains("Did you mean shop?");
  }

  private static void takesBackOnlyWhatWasWritten(RunningDeployment stack) throws Exception {
    stack.run("plan", "-workspace", "shop");
    String refresh =
        RunningDeployment.json(
                stack.run("runs", "list", "--all", "--json").out().lines().findFirst().orElse(""))
            .path("run")
            .asText();
    Captured undone = stack.run("state", "restore", "--undo", refresh, "--workspace", "shop");
    assertThat(undone.code()).isOne();
    assertThat(undone.err())
        .contains("(refresh) wrote nothing", "sluice state restore --undo ")
        .doesNotContain("404");
  }

  private void importsOnlyWhatABlockDescribes(RunningDeployment stack) throws Exception {
    Files.writeString(
        directory.resolve("main.tf"),
        "resource \"local_file\" \"there\" {\n  filename = \"x\"\n  content = \"x\"\n}\n");
    Files.writeString(directory.resolve("x"), "x");
    Captured typo = stack.run("import", "local_file.thre", "x", "--workspace", "new");
    assertThat(typo.code()).isOne();
    assertThat(typo.err())
        .contains("No block describes local_file.thre", "Did you mean local_file.there?");
    Captured meant =
        stack.run("import", "--without-configuration", "local_file.t", "x", "--workspace", "new");
    assertThat(meant.err()).contains("would DESTROY x", "sluice state restore --undo ");
    assertThat(stack.run("state", "rm", "local_file", "--workspace", "new").err())
        .contains("\"local_file\" is not an address");
    assertThat(stack.run("state", "rm", "local_file.t", "--workspace", "new").code()).isZero();
    Captured right = stack.run("import", "local_file.there", "x", "--workspace", "new");
    assertThat(right.code()).as(right.err()).isZero();
    assertThat(stack.run("apply", "-auto-approve", "-workspace", "new").out())
        .contains("0 destroyed");
    assertThat(directory.resolve("x")).hasContent("x");
  }

  private void asksBeforeStateForgetsSeveralOrWhatOthersNeed(RunningDeployment stack)
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
    assertThat(stack.submit(plan).code()).isZero();
    String[] both = {"state", "rm", "terraform_data.a", "terraform_data.b", "--workspace=two"};
    String[] needed = {"state", "rm", "terraform_data.a", "--workspace=two"};
    for (String[] form : List.of(both, needed)) {
      Captured nobody = stack.run(form);
      assertThat(nobody.code()).isOne();
      assertThat(nobody.err()).contains("Approval needed", "--yes");
      Captured no = answered("no\n", form);
      assertThat(no.out()).contains("  - terraform_data.a", "Only 'yes' will be accepted");
      assertThat(no.err()).contains("Nothing was changed.");
    }
    assertThat(stack.state("two")).hasSize(2);
    assertThat(answered("yes\n", both).code()).isZero();
    assertThat(stack.state("two")).isEmpty();
  }

  /** A run whose submitter went away when it was asked. */
  private void waits(RunningDeployment stack) {
    InputStream gone =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("the terminal is gone");
          }
        };
    assertThat(Captured.answering(directory, gone, "runs", "retry", "last").code()).isOne();
    assertThat(stack.run("runs", "show", "last").out()).contains("awaiting approval");
  }

  private Captured answered(String text, String... arguments) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return Captured.answering(directory, new ByteArrayInputStream(bytes), arguments);
  }
}
