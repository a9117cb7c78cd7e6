package io.sluice.cli.terminal;

import io.sluice.language.report.TextReport;
import io.sluice.language.source.Diagnostic;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a command was called with besides its arguments.
 *
 * @param directory what relative paths are taken from: the working directory, or what {@code
 *     -chdir} names
 */
public record Invocation(Path directory, Map<String, String> environment, Terminal terminal) {
  public Invocation {
    directory = directory.toAbsolutePath().normalize();
  }

  public static Invocation ofProcess() {
    Map<String, String> environment = System.getenv();
    return new Invocation(Path.of(""), environment, Terminal.ofProcess(environment));
  }

  public Invocation in(Path other) {
    return new Invocation(directory.resolve(other), environment, terminal);
  }

  public Invocation on(Terminal other) {
    return new Invocation(directory, environment, other);
  }

  public Path resolve(String path) {
    return directory.resolve(path).normalize();
  }

  public boolean debug() {
    return !environment.getOrDefault("SLUICE_DEBUG", "").isEmpty();
  }

  /** Tells what went wrong, on the error stream. */
  public void tell(Fault fault) {
    fault.diagnostics().forEach(this::tell);
    if (debug()) {
      fault.printStackTrace(terminal.err());
    }
  }

  /** Tells one fault or warning, on the error stream. */
  public void tell(Diagnostic diagnostic) {
    String text = new TextReport(terminal.errorStyle().isColour()).one(diagnostic);
    terminal.err().print("\n" + text);
    terminal.err().flush();
  }

  /** Something to know that is not the result: on the error stream. */
  public void note(String text) {
    terminal.err().println(text);
  }
}
