package io.sluice.cli.command.fleet;

import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.fleet.WalkDocument;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.terminal.Invocation;
import io.sluice.client.EventReader;
import io.sluice.client.RunRecords;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.model.record.RunCounts;
import io.sluice.model.record.RunRecord;
import io.sluice.transport.TransportFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What the runs of the workspaces did, which the run that walks them has no objects of. */
final class WalkSummary {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration POLL = Duration.ofMillis(200);

  private final Invocation invocation;
  private final boolean json;

  WalkSummary(Invocation invocation, boolean json) {
    this.invocation = invocation;
    this.json = json;
  }

  /** One workspace's run. */
  record Done(String workspace, String run, int added, int changed, int destroyed) {}

  /** Says nothing where the state service can't be asked: the run has ended as it has. */
  void show(Deployment deployment, String walk) {
    List<Done> done;
    try {
      done = done(deployment, walk);
    } catch (TransportFailure e) {
      return;
    }
    if (json) {
      done.forEach(
          each ->
              invocation
                  .terminal()
                  .out()
                  .println(
                      JsonLine.of("workspace_summary", Instant.now())
                          .put("workspace", each.workspace())
                          .put("run", each.run())
                          .put("added", each.added())
                          .put("changed", each.changed())
                          .put("destroyed", each.destroyed())));
    } else if (!done.isEmpty()) {
      done.forEach(each -> invocation.terminal().out().println("  " + line(each)));
      invocation.terminal().out().println(total(done));
    }
    invocation.terminal().out().flush();
  }

  /** An ended run has no nodes any more: its events say which runs its steps were. */
  private static List<Done> done(Deployment deployment, String walk) {
    Optional<RunRecord> known = RunRecords.answered(deployment.query().run(walk));
    if (known.isEmpty()) {
      return List.of();
    }
    List<Done> done = new ArrayList<>();
    for (String run : begun(deployment, known.get())) {
      RunRecords.answered(deployment.query().run(run)).map(WalkSummary::done).ifPresent(done::add);
    }
    // A workspace that went back has two: in the order of their runs.
    done.sort(Comparator.comparing(Done::workspace).thenComparing(Done::run));
    return done;
  }

  private static List<String> begun(Deployment deployment, RunRecord walk) {
    List<String> runs = new ArrayList<>();
    Instant patience = Instant.now().plus(PATIENCE);
    try (EventReader events =
        deployment.client().events(walk.run(), Optional.of(walk.submittedAt()))) {
      while (Instant.now().isBefore(patience)) {
        for (Event event : events.poll(walk.workspace(), walk.run(), POLL)) {
          if (event.kind() == EventKind.RUN_ENDED) {
            return runs;
          }
          run(event).ifPresent(runs::add);
        }
      }
    }
    return runs;
  }

  private static Optional<String> run(Event event) {
    boolean step = event.node() != null && event.node().startsWith(WalkDocument.RUN);
    return step && event.kind() == EventKind.NODE_SUCCEEDED && event.data() != null
        ? Optional.ofNullable(event.data().path("id").textValue())
        : Optional.empty();
  }

  private static Done done(RunRecord record) {
    RunCounts counts = record.counts();
    return new Done(
        record.workspace(), record.run(), counts.added(), counts.changed(), counts.destroyed());
  }

  private static String line(Done done) {
    return "%s: %d added, %d changed, %d destroyed (run %s)"
        .formatted(done.workspace(), done.added(), done.changed(), done.destroyed(), done.run());
  }

  private static String total(List<Done> done) {
    return "Workspaces: %d done; %d added, %d changed, %d destroyed."
        .formatted(
            done.size(),
            done.stream().mapToInt(Done::added).sum(),
            done.stream().mapToInt(Done::changed).sum(),
            done.stream().mapToInt(Done::destroyed).sum());
  }
}
