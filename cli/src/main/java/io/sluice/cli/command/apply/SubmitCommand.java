package io.sluice.cli.command.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.command.local.UpCommand;
import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.Keys;
import io.sluice.cli.follow.Follow;
import io.sluice.cli.plan.Approval;
import io.sluice.cli.plan.PlanFile;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.Operator;
import io.sluice.cli.terminal.Unsent;
import io.sluice.client.EventReader;
import io.sluice.client.RunIds;
import io.sluice.client.RunRecords;
import io.sluice.client.Submission;
import io.sluice.model.plan.OnFailure;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RunOutcome;
import io.sluice.planning.document.CheckedDocument;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A plan document straight to the {@code plans} topic, and its run followed to the end. */
@Command(
    name = "submit",
    description = "Checks a plan document, runs it and follows the run.",
    footer = {
      "",
      "Examples:",
      "  sluice submit examples/first/plan.yaml",
      "  sluice submit --destroy examples/first/plan.yaml"
    })
public final class SubmitCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Parameters(
      paramLabel = "PLAN",
      description = "A plan document, JSON or YAML; - is standard input.")
  private String plan = "";

  @Option(names = "--detach", description = "Print the run's id and leave it running.")
  private boolean detach;

  @Option(
      names = "--allow-empty",
      description =
          "Accept a document without resources, which deletes everything in the workspace.")
  private boolean allowEmpty;

  @Option(
      names = "--destroy",
      description = "Destroy what the document made, and everything else in its workspace.")
  private boolean destroy;

  @Option(names = "--auto-approve", description = "Skip the approval prompt.")
  private boolean autoApprove;

  @Option(
      names = "--parallelism",
      paramLabel = "N",
      description = "How many nodes run at once; 0 means the default.")
  private int parallelism;

  @Option(
      names = "--on-failure",
      paramLabel = "continue|stop",
      description = "Whether independent chains continue after a failure (default: continue).")
  private OnFailure onFailure = OnFailure.CONTINUE;

  @Option(
      names = "--target",
      paramLabel = "A",
      description = "Only this resource, block or module, and what it depends on; may be repeated.")
  private List<String> targets = List.of();

  @Option(
      names = "--refresh",
      description = "Read every object first, and plan from what the reads find.")
  private boolean refresh;

  @Option(
      names = "--workspace",
      paramLabel = "W",
      description = "The workspace, instead of the document's.")
  private @Nullable String workspace;

  @Option(
      names = "--adopt-workspace",
      description = "Take over a workspace that belongs to another document or directory.")
  private boolean adoptWorkspace;

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  public SubmitCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    if (parallelism < 0) {
      throw Fault.of(
          "--parallelism must not be negative",
          "It was " + parallelism + ".",
          "0 means the deployment's default.");
    }
    if (destroy && !autoApprove && (detach || !invocation.terminal().interactive())) {
      throw Fault.unasked(
          "--destroy deletes everything in the document's workspace.", "Give --auto-approve.");
    }
    PlanFile written = PlanFile.checked(invocation, plan, allowEmpty || destroy);
    PlanFile file = destroy ? written.emptied() : written;
    CheckedDocument document = file.document();
    document.warnings().forEach(invocation::tell);
    try (Unsent unsent = new Unsent(invocation, "Nothing was submitted.")) {
      return detach ? leave(file, unsent) : follow(file, unsent);
    }
  }

  private int follow(PlanFile file, Unsent unsent) {
    if (json && !autoApprove && invocation.terminal().interactive()) {
      throw Fault.of(
          "Cannot ask for approval with --json",
          "The plan may delete or replace something, which needs approval on a terminal.",
          "Give --auto-approve, or leave out --json.");
    }
    try (Deployment deployment =
        new Opening(invocation, fleet, "sluice submit " + plan).toFollow()) {
      return followed(file, deployment, unsent).number();
    }
  }

  private ExitCode followed(PlanFile file, Deployment deployment, Unsent unsent) {
    Submission submission = submission(file);
    if (autoApprove || !invocation.terminal().interactive()) {
      return sent(file, submission, deployment, unsent);
    }
    Approval approval = new Approval(invocation, deployment, fleet.settings(invocation));
    return switch (approval.ask(file, submission)) {
      case Approval.Stay stay -> ExitCode.FAILED;
      case Approval.Go(String hash) -> {
        if (hash == null) {
          yield sent(file, submission, deployment, unsent);
        }
        ExitCode code = sent(file, submission.approved(hash), deployment, unsent);
        if (refused(submission, deployment)) {
          approval.showAgain(file, submission);
        }
        yield code;
      }
    };
  }

  private static boolean refused(Submission submission, Deployment deployment) {
    return RunRecords.answered(deployment.query().run(submission.workspace(), submission.run()))
        .filter(run -> run.outcome() == RunOutcome.REFUSED)
        .isPresent();
  }

  private ExitCode sent(
      PlanFile file, Submission submission, Deployment deployment, Unsent unsent) {
    try (EventReader events =
        deployment.client().events(submission.run(), known(submission, deployment))) {
      unsent.close();
      deployment.client().submit(submission);
      submitted(submission);
      Follow.Subject subject =
          new Follow.Subject(
              submission.run(), submission.workspace(), RunKind.APPLY, again(submission), json);
      return new Follow(invocation, deployment, subject).locating(file::place).toTheEnd(events);
    }
  }

  /** The same id twice is one run: then its events are those that it had. */
  private static Optional<Instant> known(Submission submission, Deployment deployment) {
    return submission.chosen()
            && deployment.query().run(submission.workspace(), submission.run()).isPresent()
        ? Optional.of(Instant.EPOCH)
        : Optional.empty();
  }

  private int leave(PlanFile file, Unsent unsent) {
    Submission submission = submission(file);
    boolean embedded = fleet.settings(invocation).fleet().isEmpty();
    if (embedded) {
      UpCommand.ensureUp(invocation, fleet.settings(invocation));
    }
    try (Deployment deployment = new Opening(invocation, fleet, "sluice submit").toWork()) {
      unsent.close();
      deployment.client().submit(submission);
    }
    submitted(submission);
    if (!json) {
      invocation.terminal().out().println(submission.run());
      invocation.note(
          (embedded ? "The local deployment stays up (`sluice down` stops it). " : "")
              + "`sluice runs watch "
              + submission.run()
              + "` follows the run.");
    }
    return ExitCode.DONE.number();
  }

  private Submission submission(PlanFile file) {
    CheckedDocument document = file.document();
    String chosen = document.submissionId();
    RunOptions options =
        new RunOptions(
            parallelism,
            onFailure,
            targets,
            refresh,
            RunOptions.Approval.GIVEN,
            null,
            adoptWorkspace,
            allowEmpty || destroy);
    return new Submission(
        chosen == null ? RunIds.next() : chosen,
        chosen != null,
        workspace == null ? document.workspace() : workspace,
        file.bytesFor(workspace, () -> Keys.toSeal(invocation, fleet.settings(invocation))),
        options,
        Operator.name());
  }

  private void submitted(Submission submission) {
    if (json) {
      ObjectNode line =
          JsonLine.of("submitted", Instant.now())
              .put("run", submission.run())
              .put("workspace", submission.workspace());
      invocation.terminal().out().println(line);
    }
  }

  /** What came by standard input, or under an id of its own, can't be sent a second time. */
  private String again(Submission submission) {
    return plan.equals("-") || submission.chosen()
        ? invocation.command("runs", "retry", submission.run())
        : invocation.again();
  }
}
