package io.sluice.cli.command.apply;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.LookOptions;
import io.sluice.cli.plan.ConfigurationPlanning;
import io.sluice.cli.plan.Roots;
import io.sluice.cli.render.OutputsText;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.Suggestion;
import io.sluice.model.json.Json;
import io.sluice.planning.configuration.desired.Outputs;
import java.io.PrintStream;
import java.util.Collections;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Outputs as the last apply left them. Who names one sees it, sensitive or not. */
@Command(name = "output", description = "Shows the outputs of a workspace, or one of them.")
public final class OutputCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private LookOptions look = new LookOptions();

  @Option(
      names = "--workspace",
      paramLabel = "W",
      description = "The workspace (default: the selected one, else `default`).")
  private @Nullable String workspace;

  @Option(names = "--raw", description = "Print one output raw, without quotes or a newline.")
  private boolean raw;

  @Parameters(paramLabel = "NAME", arity = "0..1", description = "Only this output.")
  private @Nullable String name;

  public OutputCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    String from = Roots.workspace(invocation, workspace);
    if (raw && look.json()) {
      throw Fault.of("--raw and --json exclude each other", "Each is a format.", "Give one.");
    }
    SortedMap<String, Outputs.Output> outputs =
        look.at(
                invocation,
                "sluice output",
                deployment ->
                    Outputs.of(
                        ConfigurationPlanning.state(
                            invocation, new FleetOptions().settings(invocation), deployment, from)))
            .orElse(Collections.emptySortedMap());
    PrintStream out = invocation.terminal().out();
    if (name != null) {
      out.print(one(outputs, name));
    } else if (look.json()) {
      out.println(Json.pretty(OutputsText.tree(outputs)));
    } else if (raw) {
      throw Fault.of("--raw needs the name of an output", "It prints a single value.", "");
    } else if (outputs.isEmpty()) {
      invocation.note(
          "No outputs found: state has none. An apply records them if the configuration has output"
              + " blocks.");
    } else {
      out.print(OutputsText.all(outputs));
    }
    out.flush();
    return ExitCode.DONE.number();
  }

  private String one(SortedMap<String, Outputs.Output> outputs, String wanted) {
    Outputs.Output output = outputs.get(wanted);
    if (output == null) {
      throw Fault.of(
          "Output \"" + wanted + "\" not found",
          Suggestion.ofTyped(wanted, outputs.keySet())
              .map(near -> "Did you mean " + near + "?")
              .orElse("State has no output of that name."),
          "`sluice output` lists them. A new output appears after the next apply.");
    }
    if (raw) {
      return OutputsText.raw(output)
          .orElseThrow(
              () ->
                  Fault.of(
                      "Unsupported value for raw output",
                      "The value of output \""
                          + wanted
                          + "\" is neither a string, a number nor a boolean.",
                      "Use --json instead."));
    }
    return look.json() ? Json.text(output.value()) + "\n" : OutputsText.value(output) + "\n";
  }
}
