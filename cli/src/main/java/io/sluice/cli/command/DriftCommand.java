package io.sluice.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.ExitCode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.Action;
import io.sluice.model.json.Json;
import io.sluice.model.message.Event;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planner.diff.Diff;
import io.sluice.planner.diff.Situation;
import io.sluice.provider.ProviderRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "drift",
    description =
        "Reads every object of a workspace, in parallel on the workers, and tells what was changed"
            + " or deleted outside. State stays as it is.")
final class DriftCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();
  @Mixin private WorkspaceOption workspace = new WorkspaceOption();

  @Parameters(
      arity = "0..1",
      paramLabel = "PLAN",
      description = "A plan document: tells also what it would change.")
  private @Nullable String plan;

  @Option(names = "--detailed-exitcode", description = "2 when anything is not as it should be.")
  private boolean detailed;

  @Option(names = "--json", description = "One JSON object a line.")
  private boolean json;

  DriftCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    try (Deployment deployment = new Opening(invocation, fleet, "sluice drift").toWork()) {
      String name = workspace.name(invocation, deployment);
      FollowedRun run = FollowedRun.of(deployment, name, "drift", Json.object());
      Map<String, String> found = new TreeMap<>();
      int read = 0;
      for (Event event : run.events()) {
        JsonNode data = event.data();
        if (data != null && data.hasNonNull("found")) {
          read++;
          take(event, data, found);
        }
      }
      byConfiguration(deployment, name).forEach(found::putIfAbsent);
      found.forEach(this::tell);
      List<String> failures = run.failures();
      if (!failures.isEmpty()) {
        throw Fault.of(
            failures.size() + " objects could not be read",
            String.join("; ", failures.stream().limit(5).toList()),
            "The others are told above.");
      }
      if (!json) {
        invocation
            .terminal()
            .out()
            .println(
                found.isEmpty()
                    ? "No drift: " + read + " objects are as state has them."
                    : found.size() + " of " + read + " objects read need a look.");
      }
      return (detailed && !found.isEmpty() ? ExitCode.CHANGES : ExitCode.DONE).number();
    }
  }

  private static void take(Event event, JsonNode data, Map<String, String> found) {
    String address = data.path("address").asText(String.valueOf(event.node()));
    switch (data.path("found").asText()) {
      case "changed" -> found.put(address, "changed outside" + fields(data));
      case "gone" -> found.put(address, "deleted outside");
      default -> {}
    }
  }

  private static String fields(JsonNode data) {
    StringBuilder fields = new StringBuilder();
    for (JsonNode field : data.path("fields")) {
      fields.append(fields.isEmpty() ? " (" : ", ").append(field.asText());
    }
    return fields.isEmpty() ? "" : fields.append(')').toString();
  }

  /** By address, what the configuration would do to what is in state. */
  private Map<String, String> byConfiguration(Deployment deployment, String name) {
    Map<String, String> changes = new TreeMap<>();
    String file = plan;
    if (file == null) {
      return changes;
    }
    Snapshot snapshot = deployment.query().snapshot(name, 0);
    Diff.Outcome outcome =
        Diff.draw(
            new Situation(
                PlanFile.checked(invocation, file, true).document(),
                snapshot,
                RunKind.APPLY,
                RunOptions.DEFAULT,
                ProviderRegistry.load(invocation.directory().resolve("plugins"))));
    switch (outcome) {
      case Diff.Drawn drawn -> {
        for (Node node : drawn.plan().nodes()) {
          Action action = node.pairedWith() == null ? node.action() : Action.REPLACE;
          changes.put(
              node.address().live().text(),
              "to be changed by configuration (" + action.name().toLowerCase(Locale.ROOT) + ")");
        }
      }
      case Diff.Refused refused -> throw new Fault(refused.reasons());
    }
    return changes;
  }

  private void tell(String address, String what) {
    if (json) {
      ObjectNode line = JsonLine.of("drift", Instant.now());
      invocation.terminal().out().println(line.put("address", address).put("what", what));
    } else {
      invocation.terminal().out().println("  " + address + ": " + what);
    }
  }
}
