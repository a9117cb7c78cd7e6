package io.sluice.cli.command.configuration;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.LookOptions;
import io.sluice.cli.command.shared.RootArgument;
import io.sluice.cli.command.shared.VariableOptions;
import io.sluice.cli.inspect.TypedExpressions;
import io.sluice.cli.install.InstalledProviders;
import io.sluice.cli.plan.ConfigurationPlanning;
import io.sluice.cli.plan.Roots;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.language.config.Module;
import io.sluice.language.console.Console;
import io.sluice.language.function.library.Functions;
import io.sluice.language.source.Diagnostics;
import io.sluice.model.message.Snapshot;
import io.sluice.planning.configuration.Configuration;
import io.sluice.planning.configuration.DirectorySource;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Reads expressions and shows what they are; a fault in one doesn't end it. */
@Command(
    name = "console",
    description = "Evaluates expressions from standard input against a configuration and state.",
    footer = {"", "Example:", "  echo 'upper(\"hello\")' | sluice console"})
public final class ConsoleCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private LookOptions look = new LookOptions();
  @Mixin private VariableOptions variables = new VariableOptions();

  @Option(
      names = "--workspace",
      paramLabel = "W",
      description =
          "The workspace whose state supplies the values of resources (default: the selected one).")
  private @Nullable String workspace;

  @Mixin private RootArgument directory = new RootArgument();

  public ConsoleCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Invocation inside = directory.in(invocation);
    try {
      Opened opened = console(inside);
      try (TypedLines lines = TypedLines.of(invocation, opened.names())) {
        return (asked(opened.console(), lines) ? ExitCode.DONE : ExitCode.FAILED).number();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @param names what an expression may refer to
   */
  private record Opened(Console console, Set<String> names) {}

  private Opened console(Invocation inside) {
    String name = Roots.workspace(inside, workspace);
    Configuration.Loaded loaded =
        Configuration.load(
            new DirectorySource(inside.directory()),
            variables.sources(inside),
            name,
            Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
            InstalledProviders.all(inside));
    Configuration configuration = loaded.configuration();
    if (configuration == null) {
      throw new Fault(loaded.diagnostics());
    }
    loaded.diagnostics().forEach(invocation::tell);
    Snapshot state =
        look.at(
                inside,
                "sluice console",
                deployment ->
                    ConfigurationPlanning.state(
                        inside, new FleetOptions().settings(inside), deployment, name))
            .orElseGet(() -> Snapshot.empty(name));
    Diagnostics faults = new Diagnostics();
    Console console = configuration.console(state, faults);
    if (faults.hasErrors()) {
      throw new Fault(faults.list());
    }
    return new Opened(console, names(configuration.root(), state));
  }

  private static Set<String> names(Module root, Snapshot state) {
    Set<String> names = new TreeSet<>(Functions.all().names());
    root.variables().keySet().forEach(name -> names.add("var." + name));
    root.locals().keySet().forEach(name -> names.add("local." + name));
    root.resources().keySet().forEach(name -> names.add(name.toString()));
    root.calls().keySet().forEach(name -> names.add("module." + name));
    state.resources().forEach(record -> names.add(record.address().live().block()));
    return names;
  }

  /** False when something could not be answered. */
  private boolean asked(Console console, TypedLines lines) throws IOException {
    TypedExpressions typed = new TypedExpressions();
    boolean good = true;
    for (String line = next(lines, typed); line != null; line = next(lines, typed)) {
      if (!typed.isOpen() && line.strip().equals("exit")) {
        return good;
      }
      Optional<String> expression = typed.line(line);
      if (expression.isPresent()) {
        good &= answered(console, expression.get());
      }
    }
    Optional<String> rest = typed.rest();
    return rest.isEmpty() ? good : answered(console, rest.get()) && good;
  }

  private static @Nullable String next(TypedLines lines, TypedExpressions typed)
      throws IOException {
    return lines.next(typed.isOpen() ? "  " : "> ");
  }

  private boolean answered(Console console, String expression) {
    PrintStream out = invocation.terminal().out();
    return switch (console.answer(expression)) {
      case Console.Shown(String text) -> {
        out.println(text);
        out.flush();
        yield true;
      }
      case Console.Failed failed -> {
        out.flush();
        failed.diagnostics().forEach(invocation::tell);
        yield false;
      }
    };
  }
}
