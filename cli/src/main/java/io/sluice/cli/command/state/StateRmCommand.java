package io.sluice.cli.command.state;

import io.sluice.cli.command.shared.EditOptions;
import io.sluice.cli.command.shared.StateEditor;
import io.sluice.cli.surgery.Edit;
import io.sluice.cli.surgery.Marks;
import io.sluice.cli.surgery.Records;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.Address;
import io.sluice.model.message.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "rm", description = "Removes records from state. The objects remain, unmanaged.")
final class StateRmCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private EditOptions options = new EditOptions();

  @Option(
      names = {"--yes", "--force", "--auto-approve"},
      description = "Skip the confirmation prompt.")
  private boolean yes;

  @Parameters(
      paramLabel = "ADDRESS",
      arity = "1..*",
      description = "Resources (TYPE.NAME, with or without [KEY]) or modules (module.NAME).")
  private List<String> addresses = new ArrayList<>();

  private List<Address> dependents = List.of();

  StateRmCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    addresses.forEach(StateRmCommand::requireAddress);
    return new StateEditor(invocation, options)
        .agreeing(this::agreed)
        .perform("sluice state rm", this::edit);
  }

  /** A bare type is what a cut-off completion leaves: it would forget all resources of it. */
  private static void requireAddress(String typed) {
    if (!typed.contains(".")) {
      throw Fault.of(
          "\"" + typed + "\" is not an address",
          "It would remove every record of that type.",
          "Name resources (TYPE.NAME) or modules (module.NAME); `sluice state list --type "
              + typed
              + "` lists them.");
    }
  }

  private boolean agreed(Edit edit) {
    if (yes || (edit.remove().size() == 1 && dependents.isEmpty())) {
      return true;
    }
    int count = edit.remove().size();
    String records = count == 1 ? "1 record" : count + " records";
    if (options.json() || !invocation.terminal().interactive()) {
      throw Fault.unasked(
          records
              + " would be removed from state"
              + (dependents.isEmpty() ? "." : ", and others depend on what is removed."),
          "Review it with --dry-run; --yes removes it.");
    }
    edit.remove().forEach(address -> invocation.terminal().out().println("  - " + address));
    return invocation
        .terminal()
        .confirms("Remove " + records + " from state? The objects remain, unmanaged.");
  }

  private Edit edit(Snapshot snapshot) {
    Records records = new Records(snapshot.resources());
    Edit edit = Marks.forgotten(records, addresses);
    dependents = Marks.leftBehind(records, edit);
    if (!dependents.isEmpty()) {
      invocation.note(
          "Warning: these still depend on what is removed: "
              + String.join(", ", dependents.stream().map(Address::text).limit(10).toList()));
    }
    return edit;
  }
}
