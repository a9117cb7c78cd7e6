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
@Command(description = "Marks one record.")
public final class MarkCommand implements Callable<Integer> {
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

  /** To be replaced by the next apply. */
  public static MarkCommand taint(Invocation invocation) {
    return new MarkCommand(invocation, "sluice taint", Marks::tainted);
  }

  public static MarkCommand untaint(Invocation invocation) {
    return new MarkCommand(invocation, "sluice untaint", Marks::untainted);
  }

  /** An orphaned or deposed object becomes the resource's own. */
  static MarkCommand adopt(Invocation invocation) {
    return new MarkCommand(invocation, "sluice state adopt", Marks::adopted);
  }

  @Override
  public Integer call() {
    return new StateEditor(invocation, options)
        .perform(name, snapshot -> surgery.apply(new Records(snapshot.resources()), address));
  }
}
