package io.sluice.cli.command.test;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.trial.TestReport;
import io.sluice.cli.trial.Verdict;
import io.sluice.language.source.Diagnostic;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.message.Snapshot;
import io.sluice.planning.configuration.ConfigurationPlan;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What programs see of tests. */
final class JsonTestReport implements TestReport {
  private final PrintStream out;

  JsonTestReport(PrintStream out) {
    this.out = out;
  }

  private void line(ObjectNode line) {
    out.println(line);
    out.flush();
  }

  private static ObjectNode of(String type) {
    return JsonLine.of(type, Instant.now());
  }

  private void diagnostics(List<Diagnostic> diagnostics, String file, String run) {
    for (Diagnostic each : diagnostics) {
      line(JsonLine.of(each, Instant.now()).put("file", file).put("run", run));
    }
  }

  @Override
  public void begins(Map<String, List<String>> files) {
    line(of("test_abstract").set("files", Json.toTree(files)));
  }

  @Override
  public void fileBegins(String file) {
    line(of("test_file").put("path", file).put("progress", "starting"));
  }

  @Override
  public void run(
      String file,
      String run,
      Verdict verdict,
      List<Diagnostic> diagnostics,
      Duration took,
      @Nullable Seen seen) {
    line(
        of("test_run")
            .put("path", file)
            .put("run", run)
            .put("progress", "complete")
            .put("status", verdict.word())
            .put("elapsed_ms", took.toMillis()));
    if (seen != null) {
      ConfigurationPlan plan = seen.plan();
      Snapshot state = seen.state();
      if (plan != null) {
        line(
            of("test_plan")
                .put("path", file)
                .put("run", run)
                .set("changes", Json.toTree(plan.changes())));
      }
      if (state != null) {
        line(
            of("test_state")
                .put("path", file)
                .put("run", run)
                .set("resources", Json.toTree(state.resources())));
      }
    }
    diagnostics(diagnostics, file, run);
  }

  @Override
  public void fileTearsDown(String file) {
    line(of("test_file").put("path", file).put("progress", "teardown"));
  }

  @Override
  public void left(String file, String run, List<Diagnostic> diagnostics, List<Address> objects) {
    ObjectNode line = of("test_cleanup").put("path", file).put("run", run);
    objects.forEach(address -> line.withArray("left").add(address.text()));
    line(line);
    diagnostics(diagnostics, file, run);
  }

  @Override
  public void fileEnds(String file, Verdict verdict) {
    line(
        of("test_file")
            .put("path", file)
            .put("progress", "complete")
            .put("status", verdict.word()));
  }

  @Override
  public void ends(Verdict verdict, Map<Verdict, Integer> counts) {
    ObjectNode line = of("test_summary").put("status", verdict.word());
    for (Verdict each : List.of(Verdict.PASSED, Verdict.FAILED, Verdict.BROKEN, Verdict.SKIPPED)) {
      line.put(
          switch (each) {
            case PASSED -> "passed";
            case FAILED -> "failed";
            case BROKEN -> "errored";
            default -> "skipped";
          },
          counts.getOrDefault(each, 0));
    }
    line(line);
  }
}
