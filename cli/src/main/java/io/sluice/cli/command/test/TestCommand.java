package io.sluice.cli.command.test;

import io.sluice.cli.command.shared.RootArgument;
import io.sluice.cli.command.shared.VariableOptions;
import io.sluice.cli.install.InstalledProviders;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Interrupts;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.trial.TestReport;
import io.sluice.cli.trial.TestSuite;
import io.sluice.cli.trial.Verdict;
import io.sluice.language.source.Diagnostics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the tests of a configuration, on state of their own that is destroyed in the end. */
@Command(
    name = "test",
    description = {
      "Runs the tests of a configuration: *.tftest.hcl and *.tftest.json in its directory and in"
          + " tests/.",
      "No deployment is needed or touched; what the tests make is destroyed in the end."
    },
    footer = {
      "",
      "Examples:",
      "  sluice test",
      "  sluice test --filter tests/naming.tftest.hcl --verbose"
    })
public final class TestCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private VariableOptions variables = new VariableOptions();

  @Mixin private RootArgument directory = new RootArgument();

  @Option(
      names = "--filter",
      paramLabel = "FILE",
      description = "Run the tests of this file only; may be repeated.")
  private List<String> filter = new ArrayList<>();

  @Option(
      names = "--test-directory",
      paramLabel = "DIR",
      defaultValue = "tests",
      description = "Where tests are besides the root module's directory (default: tests).")
  private String testDirectory = "tests";

  @Option(names = "--verbose", description = "Show the plan, or the state, of each run.")
  private boolean verbose;

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  public TestCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Invocation inside = directory.in(invocation);
    Diagnostics diagnostics = new Diagnostics();
    TestSuite suite =
        TestSuite.load(
            inside,
            normalised(testDirectory),
            filter.stream().map(TestCommand::normalised).toList(),
            variables.sources(inside),
            diagnostics);
    if (diagnostics.hasErrors()) {
      throw new Fault(diagnostics.list());
    }
    TestReport report =
        json
            ? new JsonTestReport(invocation.terminal().out())
            : new TextTestReport(invocation, verbose);
    diagnostics.list().forEach(invocation::tell);
    try (Interrupts interrupts = new Interrupts()) {
      Verdict verdict =
          suite.run(InstalledProviders.all(inside), verbose, interrupts::count, report);
      boolean good = verdict == Verdict.PASSED || verdict == Verdict.SKIPPED;
      return (good && interrupts.count() == 0 ? ExitCode.DONE : ExitCode.FAILED).number();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Fault.of(
          "The tests were interrupted", "What they had made by then may be left behind.", "");
    }
  }

  private static String normalised(String path) {
    return Path.of(path).normalize().toString().replace('\\', '/');
  }
}
