package io.sluice.cli.command.state;

import io.sluice.cli.command.shared.EditOptions;
import io.sluice.cli.command.shared.StateEditor;
import io.sluice.cli.surgery.Edit;
import io.sluice.cli.surgery.Marks;
import io.sluice.cli.surgery.Records;
import io.sluice.cli.terminal.Invocation;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code taint}, {@code untaint}, {@code state adopt}: surgery on one record. */
public abstract sealed class MarkCommand implements Callable<Integer> {
  private final Invocation invocation;
  private final String name;
  private final BiFunction<Records, String, Edit> surgery;

  @Mixin private EditOptions options = new EditOptions();

  @Parameters(paramLabel = "ADDRESS", description = "As `state list` prints it.")
  private String address = "";

  private MarkCommand(
      Invocation invocation, String name, BiFunction<Records, String, Edit> surgery) {
    this.invocation = invocation;
    this.name = name;
    this.surgery = surgery;
  }

  public static MarkCommand taint(Invocation invocation) {
    return new Taint(invocation);
  }

  public static MarkCommand untaint(Invocation invocation) {
    return new Untaint(invocation);
  }

  static MarkCommand adopt(Invocation invocation) {
    return new Adopt(invocation);
  }

  @Override
  public Integer call() {
    return new StateEditor(invocation, options)
        .perform(name, snapshot -> surgery.apply(new Records(snapshot.resources()), address));
  }

  @Command(description = "Marks a resource as tainted: the next apply replaces its object.")
  private static final class Taint extends MarkCommand {
    Taint(Invocation invocation) {
      super(invocation, "sluice taint", Marks::tainted);
    }
  }

  @Command(description = "Removes the mark that `sluice taint`, or a failed create, has left.")
  private static final class Untaint extends MarkCommand {
    Untaint(Invocation invocation) {
      super(invocation, "sluice untaint", Marks::untainted);
    }
  }

  @Command(
      description = "Makes an orphaned or deposed object the resource's own.",
      footer = {"", "Example:", "  sluice state adopt 'local_file.motd#orphan/01J9ZQ'"})
  private static final class Adopt extends MarkCommand {
    Adopt(Invocation invocation) {
      super(invocation, "sluice state adopt", Marks::adopted);
    }
  }
}
