package io.sluice.cli.command.fleet;

import io.sluice.cli.command.shared.LookOptions;
import io.sluice.cli.fleet.ReadersText;
import io.sluice.cli.fleet.SeenReaders;
import io.sluice.cli.fleet.SeenReaders.Seen;
import io.sluice.cli.render.Table;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import io.sluice.client.reader.Reader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Who says what a change means of what it reads, and what has changed. */
@Command(
    name = "readers",
    description = "Lists workspaces that say on_change, what they read, and what of it changed.",
    footer = {"", "Examples:", "  sluice fleet readers", "  sluice fleet readers --json"})
public final class FleetReadersCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private LookOptions look = new LookOptions();

  public FleetReadersCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    List<Seen> readers =
        look.at(
                invocation,
                "sluice fleet readers",
                deployment ->
                    new SeenReaders(invocation, look.settings(invocation), deployment).all())
            .orElse(List.of());
    if (look.json()) {
      Instant now = Instant.now();
      readers.forEach(seen -> invocation.terminal().out().println(ReadersText.line(seen, now)));
    } else {
      Table table = new Table("WORKSPACE", "ON CHANGE", "READS", "CHANGED", "RUN");
      readers.forEach(seen -> add(table, seen));
      invocation.terminal().out().print(table.text(invocation.terminal().style()));
    }
    invocation.terminal().out().flush();
    return ExitCode.DONE.number();
  }

  private static void add(Table table, Seen seen) {
    Reader reader = seen.reader();
    List<String> reads = new ArrayList<>();
    reader
        .reads()
        .forEach(
            (from, taken) -> {
              if (taken.all()) {
                reads.add(from + ".*");
              } else {
                taken.outputs().keySet().forEach(name -> reads.add(from + "." + name));
              }
            });
    table.row(
        reader.workspace(),
        reader.onChange().word(),
        String.join(", ", reads),
        Reader.text(seen.changed()),
        reader.runs().isEmpty() ? "" : reader.runs().getFirst().run());
  }
}
