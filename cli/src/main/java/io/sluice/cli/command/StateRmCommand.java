package io.sluice.cli.command;

import io.sluice.cli.surgery.Edit;
import io.sluice.cli.surgery.Marks;
import io.sluice.cli.surgery.Records;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.Address;
import io.sluice.model.message.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "rm",
    description = "Forgets resources. The objects themselves stay where they are.")
final class StateRmCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private SurgeryOptions options = new SurgeryOptions();

  @Parameters(paramLabel = "ADDRESS", arity = "1..*", description = "Resources or modules.")
  private List<String> addresses = new ArrayList<>();

  StateRmCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    return new SurgeryDesk(invocation, options).perform("sluice state rm", this::edit);
  }

  private Edit edit(Snapshot snapshot) {
    Records records = new Records(snapshot.resources());
    Edit edit = Marks.forgotten(records, addresses);
    List<Address> left = Marks.leftBehind(records, edit);
    if (!left.isEmpty()) {
      invocation.note(
          "These depend on what is forgotten, and keep saying so: "
              + String.join(", ", left.stream().map(Address::text).limit(10).toList()));
    }
    return edit;
  }
}
