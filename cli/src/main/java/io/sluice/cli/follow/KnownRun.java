package io.sluice.cli.follow;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.terminal.Fault;
import io.sluice.client.RunIds;
import io.sluice.client.RunRecords;
import io.sluice.model.Suggestion;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.RunRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run as a person names it: its id, the beginning of its id, or {@code last}, which is the last
 * apply, destroy or submission of this directory's deployment. On a fleet it is the last of the
 * selected workspace, or else of those that this person began: never a stranger's. What only
 * looked, and edits of state, are never meant by it.
 */
public record KnownRun(RunRecord run, Map<String, NodeRecord> nodes) {
  public static final String LAST = "last";

  private static final Duration NEW = Duration.ofSeconds(30);

  /** Whether a run is one that people ask for to make something so. */
  public static boolean acts(RunRecord run) {
    return switch (run.kind()) {
      case APPLY, DESTROY -> true;
      case REFRESH, DRIFT, IMPORT, EDIT, PLAN -> false;
    };
  }

  public static KnownRun find(Deployment deployment, String typed) {
    Optional<KnownRun> exact = arrived(deployment, typed);
    if (exact.isPresent()) {
      return exact.get();
    }
    List<RunRecord> runs = RunRecords.decoded(deployment.query().runs());
    List<RunRecord> matching =
        typed.equals(LAST)
            ? last(runs.stream().filter(deployment.own()).toList()).stream().toList()
            : runs.stream().filter(run -> run.run().startsWith(typed)).toList();
    if (matching.size() == 1) {
      RunRecord only = matching.getFirst();
      return of(deployment, only.workspace(), only.run()).orElseThrow(() -> unknown(typed, runs));
    }
    if (matching.size() > 1) {
      throw Fault.of(
          "More than one run begins with " + typed,
          String.join(", ", matching.stream().map(RunRecord::run).limit(5).toList()) + ".",
          "Type more of the id.");
    }
    throw unknown(typed, runs);
  }

  /** Of runs of which the newest come first. */
  public static Optional<RunRecord> last(List<RunRecord> runs) {
    return runs.stream().filter(KnownRun::acts).findFirst();
  }

  /** Of one workspace or all; without {@code all} only what people asked for. */
  public static List<RunRecord> listed(
      List<RunRecord> runs, @Nullable String workspace, boolean all) {
    return runs.stream()
        .filter(run -> workspace == null || run.workspace().equals(workspace))
        .filter(run -> all || !isAside(run))
        .toList();
  }

  /** What plans and surgery leave behind. While it is under way it holds something. */
  private static boolean isAside(RunRecord run) {
    return run.ended()
        && switch (run.kind()) {
          case REFRESH, DRIFT, EDIT, PLAN -> true;
          case APPLY, DESTROY, IMPORT -> false;
        };
  }

  /** What was submitted a moment ago may be on its way through the planner. */
  private static Optional<KnownRun> arrived(Deployment deployment, String typed) {
    boolean isNew = RunIds.madeAt(typed).filter(Instant.now().minus(NEW)::isBefore).isPresent();
    return isNew
        ? OrderReceipt.look(() -> exact(deployment, typed), Optional::isPresent)
        : exact(deployment, typed);
  }

  /** {@code WORKSPACE/RUN} says which of several is meant: ids of documents need not differ. */
  private static Optional<KnownRun> exact(Deployment deployment, String typed) {
    int slash = typed.indexOf('/');
    if (slash >= 0) {
      return of(deployment, typed.substring(0, slash), typed.substring(slash + 1));
    }
    Optional<KnownRun> found = deployment.query().run(typed).flatMap(KnownRun::of);
    if (found.isPresent() && RunIds.madeAt(typed).isEmpty()) {
      requireOne(deployment, typed);
    }
    return found;
  }

  private static void requireOne(Deployment deployment, String id) {
    List<String> same =
        RunRecords.decoded(deployment.query().runs()).stream()
            .filter(run -> run.run().equals(id))
            .map(run -> run.workspace() + "/" + id)
            .toList();
    if (same.size() > 1) {
      throw Fault.of(
          "More than one workspace has a run " + id,
          String.join(", ", same) + ".",
          "Type one of these in place of the id.");
    }
  }

  private static Optional<KnownRun> of(Deployment deployment, String workspace, String id) {
    return deployment.query().run(workspace, id).flatMap(KnownRun::of);
  }

  private static Optional<KnownRun> of(JsonNode answer) {
    return RunRecords.decoded(answer.path("run"))
        .map(run -> new KnownRun(run, RunRecords.nodes(answer.path("nodes"))));
  }

  public static Fault unknown(String typed, List<RunRecord> runs) {
    if (typed.equals(LAST)) {
      return Fault.of(
          "There is no last run",
          "Nothing was applied, destroyed or submitted here recently; on a fleet, not in the"
              + " selected workspace, or not by you where none is selected.",
          "`sluice runs list --all` lists all known runs.");
    }
    return Fault.of(
        "There is no run " + typed,
        Suggestion.ofTyped(typed, runs.stream().map(RunRecord::run).toList())
            .map(near -> "Did you mean " + near + "?")
            .orElse("Ended runs are remembered for a limited time."),
        "`sluice runs list` lists the known runs.");
  }
}
