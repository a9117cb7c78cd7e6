package io.sluice.cli.command.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.command.shared.WorkspaceOption;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.Keys;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.StateText;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.Address;
import io.sluice.model.Suggestion;
import io.sluice.model.json.Json;
import io.sluice.model.record.StateRecord;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.query.QueryClient;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "show", description = "Shows one resource as state has it.")
final class StateShowCommand implements Callable<Integer> {
  private static final int SHOWN = 3;
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();
  @Mixin private WorkspaceOption workspace = new WorkspaceOption();

  @Parameters(paramLabel = "ADDRESS", description = "As `state list` prints it.")
  private String address = "";

  @Option(names = "--reveal", description = "Show sealed values in clear; needs the key.")
  private boolean reveal;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  StateShowCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Optional<Deployment> found = new Opening(invocation, fleet, "sluice state show").toLook();
    if (found.isEmpty()) {
      throw unknown(List.of());
    }
    try (Deployment deployment = found.get()) {
      String name = workspace.name(invocation, deployment);
      StateRecord kept = record(deployment, name);
      StateRecord resource = reveal ? revealed(kept) : kept;
      if (json) {
        invocation
            .terminal()
            .out()
            .println(
                JsonLine.of("resource", Instant.now()).setAll(StatePullCommand.fields(resource)));
      } else {
        invocation.terminal().out().print(StateText.show(resource, invocation.terminal().style()));
      }
    }
    return ExitCode.DONE.number();
  }

  /** One record is asked for; the whole workspace only for a suggestion. */
  private StateRecord record(Deployment deployment, String name) {
    try {
      JsonNode record = deployment.query().resource(name, new Address(address));
      return Json.mapper().treeToValue(record, StateRecord.class);
    } catch (TransportFailure e) {
      if (e.code() == TransportFailure.Code.NOT_FOUND) {
        throw unknown(deployment.query().snapshot(name, QueryClient.ANY_VERSION).resources());
      }
      throw e;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the state service answered with no record", e);
    }
  }

  private StateRecord revealed(StateRecord kept) {
    return Keys.opened(kept, Keys.of(invocation, fleet.settings(invocation)).opener())
        .withSecretsAt(List.of());
  }

  private Fault unknown(List<StateRecord> resources) {
    return unknown(address, resources.stream().map(one -> one.address().text()).toList());
  }

  /** Of a block with count or for_each its instances are meant, however long their keys are. */
  static Fault unknown(String address, List<String> known) {
    List<String> instances =
        known.stream().filter(one -> one.startsWith(address + "[")).limit(SHOWN).toList();
    String meant =
        instances.isEmpty()
            ? Suggestion.ofTyped(address, known).orElse("")
            : String.join(", ", instances);
    return Fault.of(
        "There is no " + address + " in state",
        !meant.isEmpty() ? "Did you mean " + meant + "?" : known.isEmpty() ? "State is empty." : "",
        "`sluice state list` lists the addresses in state.");
  }
}
