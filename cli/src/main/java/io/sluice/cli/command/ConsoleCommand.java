package io.sluice.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.ExitCode;
import io.sluice.cli.deployment.SelectedWorkspace;
import io.sluice.cli.inspect.RootScope;
import io.sluice.cli.inspect.TypedExpressions;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.language.config.ConfigurationFiles;
import io.sluice.language.config.ConfigurationLoader;
import io.sluice.language.config.DirectoryFiles;
import io.sluice.language.config.Module;
import io.sluice.language.config.VariableValues;
import io.sluice.language.eval.Console;
import io.sluice.language.source.Diagnostics;
import io.sluice.model.message.Snapshot;
import io.sluice.model.record.StateRecord;
import io.sluice.transport.query.QueryClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reads expressions and shows what they are; a fault in one doesn't end it. */
@Command(
    name = "console",
    description = "Evaluates expressions from standard input against a configuration and state.")
final class ConsoleCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private LookOptions look = new LookOptions();
  @Mixin private VariableOptions variables = new VariableOptions();

  @Option(
      names = "--workspace",
      paramLabel = "W",
      description = "The workspace whose state names resources (default: the selected one).")
  private @Nullable String workspace;

  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      defaultValue = ".",
      description = "Directory of the root module.")
  private String directory = ".";

  ConsoleCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Path root = invocation.resolve(directory);
    RootScope scope = scope(root);
    Console console = new Console(scope, scope.functions(), scope.context());
    try {
      return (asked(console) ? ExitCode.DONE : ExitCode.FAILED).number();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private RootScope scope(Path root) {
    Diagnostics found = new Diagnostics();
    ConfigurationFiles files = new DirectoryFiles(root);
    Optional<Module> module = ConfigurationLoader.load(files, found);
    if (module.isEmpty() || found.hasErrors()) {
      throw new Fault(found.list());
    }
    // A variable without a value is unknown here, and no fault.
    SortedMap<String, VariableValues.Given> given =
        VariableValues.of(module.get(), files, variables.sources(invocation), new Diagnostics());
    return new RootScope(
        module.get(),
        given,
        () -> recorded(root),
        new RootScope.Place(
            root, invocation.environment().getOrDefault("HOME", "/"), workspace(root)));
  }

  private String workspace(Path root) {
    return workspace != null
        ? workspace
        : SelectedWorkspace.of(invocation.in(root)).orElse(SelectedWorkspace.DEFAULT);
  }

  private Map<String, JsonNode> recorded(Path root) {
    Map<String, JsonNode> attributes = new HashMap<>();
    look.at(
            invocation.in(root),
            "sluice console",
            deployment -> deployment.query().snapshot(workspace(root), QueryClient.ANY_VERSION))
        .map(Snapshot::resources)
        .orElse(List.of())
        .forEach(record -> attributes.put(address(record), record.attributes()));
    return attributes;
  }

  private static String address(StateRecord record) {
    return record.address().text();
  }

  /** False when something could not be answered. */
  private boolean asked(Console console) throws IOException {
    BufferedReader in =
        new BufferedReader(
            new InputStreamReader(invocation.terminal().in(), StandardCharsets.UTF_8));
    TypedExpressions typed = new TypedExpressions();
    boolean good = true;
    prompt(typed);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (!typed.isOpen() && line.strip().equals("exit")) {
        return good;
      }
      Optional<String> expression = typed.line(line);
      if (expression.isPresent()) {
        good &= answered(console, expression.get());
      }
      prompt(typed);
    }
    Optional<String> rest = typed.rest();
    return rest.isEmpty() ? good : answered(console, rest.get()) && good;
  }

  private void prompt(TypedExpressions typed) {
    if (invocation.terminal().interactive() && invocation.terminal().live()) {
      invocation.terminal().out().print(typed.isOpen() ? "  " : "> ");
      invocation.terminal().out().flush();
    }
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
