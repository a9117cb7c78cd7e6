package io.sluice.cli.command.state;

import static java.util.Comparator.comparing;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.command.shared.WorkspaceOption;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.NaturalOrder;
import io.sluice.cli.surgery.Records;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.Suggestion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "list",
    description = "Lists the addresses in state, one per line.",
    footer = {"", "Example:", "  sluice state list --type 'local_*' --attribute tags.owner=me"})
final class StateListCommand implements Callable<Integer> {
  private static final int SHOWN = 10;
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();
  @Mixin private WorkspaceOption workspace = new WorkspaceOption();

  @Parameters(
      paramLabel = "ADDRESS",
      arity = "0..*",
      description = "Only these addresses, and everything below them.")
  private List<String> addresses = new ArrayList<>();

  @Option(
      names = "--type",
      paramLabel = "T",
      description = "Only this type; local_* means all that begin with local_.")
  private String type = "";

  @Option(
      names = "--attribute",
      paramLabel = "PATH=VALUE",
      description = "Only resources with this value; may be repeated.")
  private List<String> attributes = new ArrayList<>();

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  StateListCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Optional<Deployment> found = new Opening(invocation, fleet, "sluice state list").toLook();
    if (found.isPresent()) {
      try (Deployment deployment = found.get()) {
        String name = workspace.name(invocation, deployment);
        List<JsonNode> resources =
            deployment.query().resources(name, type, attributes).stream()
                .sorted(comparing(resource -> resource.path("address").asText(), NaturalOrder.TEXT))
                .toList();
        if (resources.isEmpty() && type.isEmpty() && attributes.isEmpty()) {
          invocation.note(nothing(name, deployment.query().workspaces()));
        }
        for (JsonNode resource : resources) {
          if (addresses.isEmpty() || addresses.stream().anyMatch(one -> within(resource, one))) {
            show(resource);
          }
        }
      }
    }
    return ExitCode.DONE.number();
  }

  static String nothing(String name, List<String> known) {
    return "Workspace "
        + name
        + " is empty."
        + (known.contains(name)
            ? ""
            : Suggestion.ofTyped(name, known)
                .map(near -> " Did you mean " + near + "?")
                .orElse(
                    known.isEmpty()
                        ? ""
                        : " There are: "
                            + String.join(", ", known.stream().limit(SHOWN).toList())
                            + (known.size() > SHOWN ? ", …" : "")
                            + "."));
  }

  private static boolean within(JsonNode resource, String name) {
    return Records.within(resource.path("address").asText(), name);
  }

  private void show(JsonNode resource) {
    if (json) {
      invocation
          .terminal()
          .out()
          .println(
              JsonLine.of("resource", Instant.now())
                  .put("workspace", resource.path("workspace").asText())
                  .put("address", resource.path("address").asText())
                  .put("resource_type", resource.path("type").asText())
                  .put("id", resource.hasNonNull("id") ? resource.path("id").asText() : null)
                  .put("status", resource.path("status").asText().replace(' ', '_')));
    } else {
      invocation.terminal().out().println(resource.path("address").asText());
    }
  }
}
