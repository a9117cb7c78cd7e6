package io.sluice.cli.render.run;

import io.sluice.cli.render.Durations;
import io.sluice.cli.render.Style;
import io.sluice.cli.render.Table;
import io.sluice.model.record.RunRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A running deployment or fleet at a glance. */
public final class StatusText {
  /** What is shown of one service. */
  public record Service(
      String role,
      String state,
      @Nullable Integer partitions,
      @Nullable Integer inFlight,
      @Nullable List<Breaker> providers) {
    public Service(
        String role, String state, @Nullable Integer partitions, @Nullable Integer inFlight) {
      this(role, state, partitions, inFlight, null);
    }
  }

  /** The status of a provider configuration in a worker. */
  public record Breaker(
      String provider, String breaker, int running, int waiting, int limit, long throttled) {}

  /** What is shown of the deployment; {@code pid} and {@code data} only of an embedded one. */
  public record Overview(
      @Nullable Long pid,
      @Nullable String data,
      String kafka,
      String zookeeper,
      @Nullable String http,
      String build,
      @Nullable Instant since,
      List<Service> services,
      List<RunRecord> runs) {}

  private StatusText() {}

  public static String of(Overview overview, Instant now, Style style) {
    StringBuilder out = new StringBuilder();
    if (overview.pid() != null) {
      line(
          out,
          "Deployment",
          style.green("up")
              + " (pid "
              + overview.pid()
              + ")"
              + (overview.since() == null
                  ? ""
                  : ", for " + Durations.of(Duration.between(overview.since(), now))));
      line(out, "Data", String.valueOf(overview.data()));
    }
    line(out, "Kafka", overview.kafka());
    line(out, "ZooKeeper", overview.zookeeper());
    if (overview.http() != null) {
      line(out, "HTTP", overview.http());
    }
    line(out, "Build", overview.build());
    if (!overview.services().isEmpty()) {
      Table table = new Table("SERVICE", "STATE", "PARTITIONS", "IN FLIGHT");
      overview
          .services()
          .forEach(
              service ->
                  table.row(
                      service.role(),
                      service.state(),
                      number(service.partitions()),
                      number(service.inFlight())));
      out.append('\n').append(table.text(style));
    }
    providers(out, overview.services(), style);
    Table runs = new Table("RUN", "WORKSPACE", "STATUS", "DONE");
    overview.runs().stream()
        .filter(run -> !run.ended())
        .forEach(
            run ->
                runs.row(
                    run.run(),
                    run.workspace(),
                    RunsText.status(run),
                    RunsText.done(run.counts()) + " of " + run.counts().nodes()));
    out.append('\n').append(runs.isEmpty() ? "No active runs.\n" : runs.text(style));
    return out.toString();
  }

  private static void providers(StringBuilder out, List<Service> services, Style style) {
    Table table = new Table("PROVIDER", "BREAKER", "RUNNING", "WAITING", "AT MOST", "THROTTLED");
    for (Service service : services) {
      List<Breaker> providers = service.providers();
      if (providers != null) {
        providers.forEach(
            each ->
                table.row(
                    each.provider(),
                    each.breaker(),
                    number(each.running()),
                    number(each.waiting()),
                    number(each.limit()),
                    Long.toString(each.throttled())));
      }
    }
    if (!table.isEmpty()) {
      out.append('\n').append(table.text(style));
    }
  }

  private static String number(@Nullable Integer number) {
    return number == null ? "" : number.toString();
  }

  private static void line(StringBuilder out, String name, String value) {
    out.append(String.format("%-10s %s%n", name + ":", value));
  }
}
