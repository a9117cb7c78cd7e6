package io.sluice.cli.command.stack;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.plan.Roots;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.stack.StackDirectory;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.language.report.JsonReport;
import io.sluice.language.source.Diagnostic;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** All that can be said of a stack without values; no deployment is started for it. */
@Command(
    name = "validate",
    description = "Checks the components and the deployments of a stack.",
    footer = {"", "Example:", "  sluice stack validate examples/stack"})
final class StackValidateCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      defaultValue = ".",
      description = "Directory of the stack.")
  private String directory = ".";

  @Option(names = "--json", description = "Print one JSON object, shaped like Terraform's.")
  private boolean json;

  StackValidateCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    List<Diagnostic> found = StackDirectory.validated(Roots.in(invocation, directory));
    boolean faulty = found.stream().anyMatch(Diagnostic::isError);
    if (json) {
      ObjectNode line = JsonLine.of("validation", Instant.now());
      line.setAll(new JsonReport().validation(found));
      invocation.terminal().out().println(line);
      return (faulty ? ExitCode.FAILED : ExitCode.DONE).number();
    }
    if (faulty) {
      throw new Fault(found);
    }
    found.forEach(invocation::tell);
    String done = found.isEmpty() ? "." : ", but there were the warnings above.";
    invocation.terminal().out().println("Success! The stack is valid" + done);
    return ExitCode.DONE.number();
  }
}
