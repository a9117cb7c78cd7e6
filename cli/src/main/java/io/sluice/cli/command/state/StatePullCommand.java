package io.sluice.cli.command.state;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.command.shared.WorkspaceOption;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.Keys;
import io.sluice.cli.surgery.TerraformForm;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.FileTrouble;
import io.sluice.cli.terminal.Invocation;
import io.sluice.exchange.SafeFile;
import io.sluice.exchange.StateFile;
import io.sluice.model.WorkspaceName;
import io.sluice.model.json.Json;
import io.sluice.model.message.Snapshot;
import io.sluice.model.record.StateRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "pull",
    description = "Prints the whole state of a workspace as JSON; sealed values stay sealed.")
final class StatePullCommand implements Callable<Integer> {
  /** Whose form a state is written in. */
  private enum StateForm {
    SLUICE,
    TERRAFORM
  }

  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();
  @Mixin private WorkspaceOption workspace = new WorkspaceOption();

  @Option(
      names = "--format",
      paramLabel = "sluice|terraform",
      description = "The format (default: sluice); terraform is Terraform's state version 4.")
  private StateForm format = StateForm.SLUICE;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "Write to FILE, as a whole or not at all, and keep the previous one as FILE.backup.")
  private @Nullable String out;

  @Option(names = "--reveal", description = "Show sealed values in clear; needs the key.")
  private boolean reveal;

  @Option(names = "--json", description = "Print the JSON on one line.")
  private boolean json;

  StatePullCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    if (out != null) {
      FileTrouble.requireWritable(invocation.resolve(out), unwritten(out));
    }
    Optional<Deployment> found = new Opening(invocation, fleet, "sluice state pull").toLook();
    if (found.isEmpty()) {
      give(formed(Snapshot.empty(WorkspaceName.DEFAULT)));
    } else {
      try (Deployment deployment = found.get()) {
        give(formed(workspace.snapshot(invocation, deployment)));
      }
    }
    return ExitCode.DONE.number();
  }

  private static String unwritten(String name) {
    return "State can't be written to " + name;
  }

  private ObjectNode formed(Snapshot snapshot) {
    Snapshot clear = reveal ? revealed(snapshot) : snapshot;
    return switch (format) {
      case SLUICE -> StateFile.write(clear, Instant.now());
      case TERRAFORM -> TerraformForm.of(clear, invocation);
    };
  }

  private Snapshot revealed(Snapshot snapshot) {
    var opener = Keys.of(invocation, fleet.settings(invocation)).opener();
    return snapshot.holding(
        snapshot.resources().stream()
            .map(record -> Keys.opened(record, opener))
            .map(
                record ->
                    format == StateForm.TERRAFORM ? TerraformForm.opened(record, opener) : record)
            .toList(),
        snapshot.outputs() == null
            ? null
            : opener.openAll(snapshot.workspace(), snapshot.outputs()));
  }

  private void give(ObjectNode pulled) {
    String text = json ? Json.text(pulled) : Json.pretty(pulled);
    if (out == null) {
      invocation.terminal().out().println(text);
      return;
    }
    Path file = invocation.resolve(out);
    try {
      SafeFile.write(file, (text + "\n").getBytes(StandardCharsets.UTF_8));
      int records = pulled.path("resources").size();
      invocation.note("Wrote " + records + (records == 1 ? " record to " : " records to ") + out);
    } catch (IOException e) {
      throw FileTrouble.writing(file, e).fault(unwritten(out)).because(e);
    }
  }

  /** The fields of a record; its own {@code type} under another name, since a line has one. */
  static ObjectNode fields(StateRecord resource) {
    ObjectNode fields = (ObjectNode) Json.toTree(resource);
    fields.set("resource_type", fields.remove("type"));
    return fields;
  }
}
