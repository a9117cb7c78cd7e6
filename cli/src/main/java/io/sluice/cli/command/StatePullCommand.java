package io.sluice.cli.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.ExitCode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.json.Json;
import io.sluice.model.message.Snapshot;
import io.sluice.model.record.StateRecord;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "pull",
    description = "Prints the whole state of a workspace as JSON; what is sealed stays sealed.")
final class StatePullCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();
  @Mixin private WorkspaceOption workspace = new WorkspaceOption();

  @Option(names = "--json", description = "On one line.")
  private boolean json;

  StatePullCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Optional<Deployment> found = new Opening(invocation, fleet, "sluice state pull").toLook();
    ObjectNode pulled = JsonLine.of("state", Instant.now());
    ArrayNode resources = pulled.arrayNode();
    if (found.isPresent()) {
      try (Deployment deployment = found.get()) {
        workspace.snapshot(deployment).ifPresent(snapshot -> fill(pulled, resources, snapshot));
      }
    }
    pulled.set("resources", resources);
    invocation.terminal().out().println(json ? Json.text(pulled) : Json.pretty(pulled));
    return ExitCode.DONE.number();
  }

  private static void fill(ObjectNode pulled, ArrayNode resources, Snapshot snapshot) {
    pulled.put("workspace", snapshot.workspace()).put("version", snapshot.version());
    if (snapshot.outputs() != null) {
      pulled.set("outputs", snapshot.outputs());
    }
    snapshot.resources().stream()
        .sorted(Comparator.comparing(StateRecord::address))
        .forEach(resource -> resources.add(Json.toTree(resource)));
  }

  /** The fields of a record; its own {@code type} under another name, since a line has one. */
  static ObjectNode fields(StateRecord resource) {
    ObjectNode fields = (ObjectNode) Json.toTree(resource);
    fields.set("resource_type", fields.remove("type"));
    return fields;
  }
}
