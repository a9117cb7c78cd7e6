package io.sluice.cli.command.configuration;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.deployment.Keys;
import io.sluice.cli.follow.KnownRun;
import io.sluice.cli.follow.RunEvents;
import io.sluice.cli.graph.Dot;
import io.sluice.cli.graph.Drawing;
import io.sluice.cli.graph.Mermaid;
import io.sluice.cli.graph.Svg;
import io.sluice.cli.plan.PlanFile;
import io.sluice.cli.plan.SavedPlans;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.language.config.Module;
import io.sluice.language.config.load.DirectoryFiles;
import io.sluice.language.source.Diagnostics;
import io.sluice.stacks.load.StackLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What waits for what: in a configuration, a plan document, or a run. */
@Command(
    name = "graph",
    description = "Draws the dependencies in a configuration, a plan or a run.")
public final class GraphCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Parameters(
      paramLabel = "DIR|PLANFILE|RUN",
      arity = "0..1",
      defaultValue = ".",
      description =
          "A directory, a saved plan or a plan document, or a run (its id, the beginning of it, or"
              + " `last`).")
  private String what = ".";

  @Option(
      names = {"--format", "--type"},
      paramLabel = "dot|mermaid|svg",
      description =
          "The format: DOT for Graphviz (default), a Mermaid flow chart, or an SVG picture.")
  private Format format = Format.DOT;

  /** How it is drawn. */
  enum Format {
    DOT,
    MERMAID,
    SVG
  }

  public GraphCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Drawing drawing = drawing();
    String text =
        switch (format) {
          case DOT -> Dot.of(drawing);
          case MERMAID -> Mermaid.of(drawing);
          case SVG -> svg(drawing);
        };
    invocation.terminal().out().print(text);
    invocation.terminal().out().flush();
    return ExitCode.DONE.number();
  }

  private static String svg(Drawing drawing) {
    if (drawing.boxes().size() > Svg.MOST_BOXES) {
      throw Fault.of(
          "The graph is too large for a picture",
          "It has " + drawing.boxes().size() + " boxes; " + Svg.MOST_BOXES + " is the most.",
          "--format dot has no such limit.");
    }
    return Svg.of(drawing);
  }

  private Drawing drawing() {
    Path path = invocation.resolve(what);
    if (Files.isDirectory(path)) {
      return Drawings.of(configuration(path));
    }
    if (SavedPlans.is(path)) {
      return Drawings.of(
          SavedPlans.read(invocation, what, () -> Keys.of(invocation, fleet.settings(invocation))));
    }
    if (Files.exists(path) || what.equals("-")) {
      return Drawings.of(invocation, PlanFile.checked(invocation, what, true));
    }
    return new Opening(invocation, fleet, "sluice graph")
        .toLookIfThere()
        .map(
            deployment -> {
              try (deployment) {
                KnownRun run = KnownRun.find(deployment, what);
                return run.run().ended()
                    ? EndedRunDrawing.of(run.run(), RunEvents.of(deployment, run.run()))
                    : Drawings.of(run, deployment.query().plan(run.run().run()));
              }
            })
        .orElseThrow(
            () ->
                Fault.of(
                    "There is nothing named " + what,
                    "It is neither a directory, nor a plan, nor a run.",
                    "`sluice graph --help` shows what it takes."));
  }

  private Module configuration(Path path) {
    Diagnostics found = new Diagnostics();
    Optional<Module> module = StackLoader.root(new DirectoryFiles(path), found);
    if (found.hasErrors() || module.isEmpty()) {
      throw new Fault(found.list());
    }
    found.list().forEach(invocation::tell);
    return module.get();
  }
}
