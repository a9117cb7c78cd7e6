package io.sluice.cli.command.local;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.NearbyDeployments;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.local.BackgroundDeployment;
import io.sluice.cli.local.Build;
import io.sluice.cli.local.HostTrouble;
import io.sluice.cli.local.InterruptedRuns;
import io.sluice.cli.local.LocalDeployment;
import io.sluice.cli.local.LocalDescription;
import io.sluice.cli.local.LocalDirectory;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.run.InterruptedText;
import io.sluice.cli.render.run.RunsText;
import io.sluice.cli.render.run.StatusText;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import io.sluice.client.RunRecords;
import io.sluice.model.json.Json;
import io.sluice.model.record.RunRecord;
import io.sluice.transport.Connection;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What runs here. Starts nothing, so that it can be asked at any time. */
@Command(name = "status", description = "Shows the local deployment, its services and runs.")
public final class StatusCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  public StatusCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Optional<Connection> configured = fleet.settings(invocation).fleet();
    if (configured.isPresent()) {
      return fleet(configured.get());
    }
    LocalDirectory directory = new LocalDirectory(invocation.directory());
    HostTrouble.throwIfAny(directory);
    Optional<LocalDescription> running = BackgroundDeployment.running(directory);
    if (running.isEmpty()) {
      return notRunning(directory);
    }
    return embedded(directory, running.get());
  }

  private int notRunning(LocalDirectory directory) {
    boolean changing = BackgroundDeployment.isHosted(directory);
    List<RunRecord> interrupted = InterruptedRuns.of(directory);
    String state = changing ? "starting or stopping" : "down";
    if (json) {
      invocation.terminal().out().println(empty(state, interrupted));
    } else {
      invocation
          .terminal()
          .out()
          .println(
              changing
                  ? "The local deployment is starting or stopping."
                  : "No deployment is running here. `sluice up` starts one.");
      if (!changing && !Files.exists(directory.kafka())) {
        NearbyDeployments.hint(invocation).ifPresent(invocation::note);
      }
      InterruptedText.of(interrupted, Instant.now(), invocation::command)
          .forEach(text -> invocation.terminal().out().println("\n" + text));
    }
    return ExitCode.DONE.number();
  }

  private static ObjectNode empty(String state, List<RunRecord> interrupted) {
    ObjectNode line = JsonLine.of("status", Instant.now()).put("state", state);
    line.putArray("services");
    ArrayNode runs = line.putArray("runs");
    interrupted.forEach(run -> add(runs, run).put("interrupted", true));
    return line;
  }

  private int embedded(LocalDirectory directory, LocalDescription local) {
    List<StatusText.Service> services =
        BackgroundDeployment.requireAnswer(local).stream()
            .map(
                service ->
                    new StatusText.Service(
                        service.role(),
                        service.state(),
                        service.partitions(),
                        service.inFlight(),
                        service.providers()))
            .toList();
    List<RunRecord> runs;
    if (local.build().equals(Build.current())) {
      try (Deployment deployment = Deployment.of(LocalDeployment.watched(local, directory))) {
        runs = RunRecords.decoded(deployment.query().runs());
      }
    } else {
      runs = List.of();
    }
    show(
        new StatusText.Overview(
            local.pid(),
            directory.data().toString(),
            local.kafka(),
            local.zookeeper(),
            local.http(),
            local.build(),
            local.since(),
            services,
            runs));
    return ExitCode.DONE.number();
  }

  private int fleet(Connection connection) {
    try (Deployment deployment = Deployment.of(connection)) {
      List<RunRecord> runs = RunRecords.decoded(deployment.query().runs());
      show(
          new StatusText.Overview(
              null,
              null,
              connection.bootstrapServers(),
              connection.zookeeper(),
              null,
              Build.current(),
              null,
              FleetServices.of(deployment),
              runs));
    }
    return ExitCode.DONE.number();
  }

  private void show(StatusText.Overview standing) {
    if (json) {
      invocation.terminal().out().println(line(standing));
    } else {
      invocation
          .terminal()
          .out()
          .print(StatusText.of(standing, Instant.now(), invocation.terminal().style()));
    }
  }

  private static ObjectNode line(StatusText.Overview standing) {
    ObjectNode line = JsonLine.of("status", Instant.now()).put("state", "up");
    if (standing.pid() != null) {
      line.put("pid", standing.pid()).put("data", standing.data());
    }
    line.put("kafka", standing.kafka()).put("zookeeper", standing.zookeeper());
    if (standing.http() != null) {
      line.put("http", standing.http());
    }
    line.put("build", standing.build());
    if (standing.since() != null) {
      line.put("since", standing.since().toString());
    }
    ArrayNode services = line.putArray("services");
    standing
        .services()
        .forEach(
            service -> {
              ObjectNode one = (ObjectNode) Json.toTree(service);
              one.properties().removeIf(field -> field.getValue().isNull());
              services.add(one);
            });
    ArrayNode runs = line.putArray("runs");
    standing.runs().stream().filter(run -> !run.ended()).forEach(run -> add(runs, run));
    return line;
  }

  private static ObjectNode add(ArrayNode runs, RunRecord run) {
    return runs.addObject()
        .put("run", run.run())
        .put("workspace", run.workspace())
        .put("done", RunsText.done(run.counts()))
        .put("of", run.counts().nodes());
  }
}
