package io.sluice.cli.command.state;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.follow.KnownRun;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.client.RunRecords;
import io.sluice.model.record.RunRecord;
import io.sluice.transport.TransportFailure;
import java.util.List;
import java.util.Optional;

/** Which run is to be undone: only one that wrote to state can be. */
final class UndoneRun {
  private final Invocation invocation;
  private final Deployment deployment;
  private final String workspace;

  UndoneRun(Invocation invocation, Deployment deployment, String workspace) {
    this.invocation = invocation;
    this.deployment = deployment;
    this.workspace = workspace;
  }

  /** The run's id; {@code last} is the last one that changed this workspace's state. */
  String of(String typed) {
    if (!typed.equals(KnownRun.LAST)) {
      return Moments.of(deployment, typed).replaceFirst("^run:", "");
    }
    return lastThatWrote()
        .map(RunRecord::run)
        .orElseThrow(
            () ->
                Fault.of(
                    "There is nothing to undo",
                    "No remembered run changed the state of " + workspace + ".",
                    "`sluice state history ADDRESS` shows what was written."));
  }

  /** What the run changed. */
  JsonNode diff(String run) {
    try {
      return deployment.query().diff(workspace, "before:" + run, "run:" + run);
    } catch (TransportFailure e) {
      if (e.code() != TransportFailure.Code.NOT_FOUND) {
        throw e;
      }
      throw wroteNothing(run).because(e);
    }
  }

  private Fault wroteNothing(String run) {
    String kind =
        RunRecords.answered(deployment.query().run(run))
            .map(known -> " (" + known.kind().word() + ")")
            .orElse("");
    Optional<RunRecord> last = lastThatWrote().filter(found -> !found.run().equals(run));
    return Fault.of(
        "Run " + run + kind + " wrote nothing to workspace " + workspace,
        last.map(
                found ->
                    "The last run that changed its state is "
                        + found.run()
                        + " ("
                        + found.kind().word()
                        + ").")
            .orElse("There is nothing to undo."),
        last.map(
                found ->
                    "To undo that one: "
                        + invocation.command("state", "restore", "--undo", found.run()))
            .orElse(""));
  }

  private Optional<RunRecord> lastThatWrote() {
    List<RunRecord> runs = RunRecords.decoded(deployment.query().runs());
    return runs.stream()
        .filter(run -> run.workspace().equals(workspace))
        .filter(run -> run.ended() && mayHaveWritten(run))
        .filter(run -> wrote(run.run()))
        .findFirst();
  }

  /** Cheap to see, so that few are asked for their changes. */
  private static boolean mayHaveWritten(RunRecord run) {
    return switch (run.kind()) {
      case DRIFT, PLAN -> false;
      case APPLY, DESTROY, REFRESH, IMPORT, EDIT -> run.counts().nodes() > 0 || isEdit(run);
    };
  }

  private static boolean isEdit(RunRecord run) {
    return run.kind() == io.sluice.model.plan.RunKind.EDIT;
  }

  private boolean wrote(String run) {
    try {
      return !deployment
          .query()
          .diff(workspace, "before:" + run, "run:" + run)
          .path("changes")
          .isEmpty();
    } catch (TransportFailure e) {
      if (e.code() == TransportFailure.Code.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }
}
