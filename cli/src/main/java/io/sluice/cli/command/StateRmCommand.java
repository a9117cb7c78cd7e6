package io.sluice.cli.command;

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

@Command(
    name = "rm",
    description = "Remove records from state. The objects stay and are no longer managed.")
final class StateRmCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private SurgeryOptions options = new SurgeryOptions();

  @Option(
      names = {"--yes", "--force", "--auto-approve"},
      description = "Skip the question about an address that covers several records.")
  private boolean yes;

  @Parameters(
      paramLabel = "ADDRESS",
      arity = "1..*",
      description = "Resources (TYPE.NAME, with or without [KEY]) or modules (module.NAME).")
  private List<String> addresses = new ArrayList<>();

  StateRmCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    addresses.forEach(StateRmCommand::requireAddress);
    return new SurgeryDesk(invocation, options)
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
    int count = edit.remove().size();
    if (yes || count <= addresses.size()) {
      return true;
    }
    if (options.json || !invocation.terminal().interactive()) {
      throw Fault.of(
          "Approval needed, but this is not a terminal",
          count + " records would be removed from state.",
          "Look at them with --dry-run; --yes removes them.");
    }
    edit.remove().forEach(address -> invocation.terminal().out().println("  - " + address));
    return invocation
        .terminal()
        .ask(
            "Remove these "
                + count
                + " records from state? The objects stay and are no longer managed.\n"
                + "  Only 'yes' will be accepted: ")
        .equals("yes");
  }

  private Edit edit(Snapshot snapshot) {
    Records records = new Records(snapshot.resources());
    Edit edit = Marks.forgotten(records, addresses);
    List<Address> left = Marks.leftBehind(records, edit);
    if (!left.isEmpty()) {
      invocation.note(
          "Warning: still depending on what is removed: "
              + String.join(", ", left.stream().map(Address::text).limit(10).toList()));
    }
    return edit;
  }
}
