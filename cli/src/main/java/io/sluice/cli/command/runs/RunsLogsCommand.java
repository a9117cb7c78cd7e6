package io.sluice.cli.command.runs;

import io.sluice.cli.command.shared.LookOptions;
import io.sluice.cli.follow.KnownRun;
import io.sluice.cli.follow.RunEvents;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.run.EventLog;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.NodeId;
import io.sluice.model.Suggestion;
import io.sluice.model.message.Event;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** What happened in a run, line by line; nothing is waited for. */
@Command(
    name = "logs",
    description = {
      "Prints what happened in a run: each attempt of each node with its time, its worker, what it"
          + " printed and why it failed."
    },
    footer = {
      "",
      "Examples:",
      "  sluice runs logs",
      "  sluice runs logs last 'local_command.db[0]'"
    })
final class RunsLogsCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private RunArgument run = new RunArgument();

  @Parameters(
      index = "1",
      paramLabel = "NODE",
      arity = "0..1",
      description = "Only this node, or the nodes of this address.")
  private @Nullable String node;

  @Mixin private LookOptions look = new LookOptions();

  RunsLogsCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  private record Seen(KnownRun run, List<Event> events) {}

  @Override
  public Integer call() {
    Seen seen =
        run.known(
            look.at(
                invocation,
                "sluice runs logs",
                deployment -> {
                  KnownRun found = run.of(deployment);
                  return new Seen(found, RunEvents.of(deployment, found.run()));
                }));
    if (seen.events().isEmpty()) {
      throw Fault.of(
          "The events of run " + seen.run().run().run() + " are no longer kept",
          "Only what its record says of it is left.",
          "`" + invocation.command("runs", "show", seen.run().run().run()) + "` shows that.");
    }
    List<Event> events = wanted(seen.events());
    events.forEach(
        event ->
            invocation
                .terminal()
                .out()
                .println(
                    look.json()
                        ? JsonLine.of(event).toString()
                        : EventLog.entry(event, invocation.terminal().style())));
    return ExitCode.DONE.number();
  }

  private List<Event> wanted(List<Event> events) {
    String only = node;
    if (only == null) {
      return events;
    }
    List<Event> found = events.stream().filter(event -> isOf(event, only)).toList();
    if (found.isEmpty()) {
      List<String> nodes =
          events.stream().map(Event::node).filter(Objects::nonNull).distinct().toList();
      throw Fault.of(
          "Nothing happened to " + only + " in this run",
          Suggestion.ofTyped(only, nodes)
              .map(near -> "Did you mean " + near + "?")
              .orElse("The run has " + nodes.size() + " other nodes."),
          "`" + invocation.command("runs", "show", "--all") + "` lists the nodes.");
    }
    return found;
  }

  private static boolean isOf(Event event, String only) {
    return Optional.ofNullable(event.node()).stream()
        .flatMap(id -> Stream.of(id, NodeId.parse(id).subject().text()))
        .anyMatch(only::equals);
  }
}
