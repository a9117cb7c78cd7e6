package io.sluice.service.measure;

import io.sluice.service.measure.Figure.By;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Writes the page of all figures. */
public final class FigureReference {
  private static final String HEAD =
      """
      # Metrics

      Written by `./gradlew figureReference`; a service can show no figure that is not on this page.

      Every service answers `/metrics` on its HTTP port in the text format of Prometheus, without a token:
      there are numbers, names of pools, types and providers, and no workspace, run, address or value. A
      label has at most a hundred values; what comes after them is counted as `other`. A histogram
      `x_seconds` has the samples `x_seconds_bucket`, `x_seconds_count`, `x_seconds_sum` and
      `x_seconds_max`; a summary has no buckets.

      `deploy/prometheus/rules.yaml` has alerts on them, [runbooks](runbooks.md) say what to do, and
      `deploy/grafana` draws them.

      Three that are easy to misread:
      - What state services tell of runs, tasks and offsets is of the partitions that an instance serves:
        **add it up** over instances (`sum`). `sluice_group_lag` is asked by each of them for the whole
        fleet: take the **maximum**.
      - `sluice_state_unclaimed_tasks` is told by state services, so that a pool without any worker shows
        its backlog too. It is the figure to scale workers on ([scaling](scale.md)).
      - Histograms and counters begin anew with a process, ages of tasks with a takeover.
      """;

  private FigureReference() {}

  public static String page() {
    StringBuilder page = new StringBuilder(HEAD);
    for (By by : By.values()) {
      page.append("\n## ").append(by.title()).append('\n');
      page.append("| name | kind | labels | meaning |\n|---|---|---|---|\n");
      for (Figure figure : Figure.values()) {
        if (figure.by() == by) {
          page.append("| `")
              .append(figure.title())
              .append("` | ")
              .append(figure.kind().name().toLowerCase(Locale.ROOT))
              .append(" | ")
              .append(String.join(", ", figure.labels()))
              .append(" | ")
              .append(figure.help())
              .append(" |\n");
        }
      }
    }
    return page.toString();
  }

  public static void main(String[] arguments) throws IOException {
    Files.writeString(Path.of(arguments[0]), page());
  }
}
