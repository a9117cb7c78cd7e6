package io.sluice.cli.command.configuration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.command.shared.RootArgument;
import io.sluice.cli.install.InstalledProviders;
import io.sluice.cli.plan.AskedPlan;
import io.sluice.cli.plan.Roots;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.trial.TestSuite;
import io.sluice.language.report.JsonReport;
import io.sluice.language.source.Diagnostic;
import io.sluice.planning.configuration.ConfigurationValidation;
import io.sluice.planning.configuration.DirectorySource;
import io.sluice.provider.ProviderRegistry;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Syntax, names, references and modules of a directory, and what real providers say of their
 * blocks. No deployment is started for it.
 */
@Command(
    name = "validate",
    description = "Checks the syntax, names, references and modules of a configuration.")
public final class ValidateCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private RootArgument directory = new RootArgument();

  @Option(names = "--no-tests", description = "Leave out the files of tests.")
  private boolean noTests;

  @Option(
      names = "--test-directory",
      paramLabel = "TESTS",
      defaultValue = "tests",
      description = "Where tests are besides the root module's directory (default: tests).")
  private String testDirectory = "tests";

  @Option(names = "--json", description = "Print one JSON object, shaped like Terraform's.")
  private boolean json;

  public ValidateCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Invocation inside = directory.in(invocation);
    Path root = inside.directory();
    List<Diagnostic> diagnostics =
        Roots.absence(inside)
            .map(List::of)
            .orElseGet(
                () -> {
                  DirectorySource source = new DirectorySource(root);
                  ProviderRegistry registry = InstalledProviders.all(inside);
                  List<Diagnostic> found =
                      new ArrayList<>(
                          AskedPlan.validated(
                              inside,
                              answers -> ConfigurationValidation.of(source, registry, answers)));
                  if (!noTests) {
                    found.addAll(TestSuite.validated(inside, testDirectory, registry));
                  }
                  return found;
                });
    boolean faulty = diagnostics.stream().anyMatch(Diagnostic::isError);
    if (json) {
      ObjectNode line = JsonLine.of("validation", Instant.now());
      line.setAll(new JsonReport().validation(diagnostics));
      invocation.terminal().out().println(line);
      return (faulty ? ExitCode.FAILED : ExitCode.DONE).number();
    }
    if (faulty) {
      throw new Fault(diagnostics);
    }
    diagnostics.forEach(invocation::tell);
    String done = diagnostics.isEmpty() ? "." : ", but there were the warnings above.";
    invocation.terminal().out().println("Success! The configuration is valid" + done);
    return ExitCode.DONE.number();
  }
}
