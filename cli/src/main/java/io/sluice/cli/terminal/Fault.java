package io.sluice.cli.terminal;

import io.sluice.language.source.Diagnostic;
import java.util.List;

/** Ends a command with faults for a person to read, and never a stack trace. */
public final class Fault extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final transient List<Diagnostic> diagnostics;
  private ExitCode code = ExitCode.FAILED;

  public Fault(List<Diagnostic> diagnostics) {
    super(diagnostics.isEmpty() ? "failed" : diagnostics.getFirst().summary());
    this.diagnostics = List.copyOf(diagnostics);
  }

  public Fault(Diagnostic diagnostic) {
    this(List.of(diagnostic));
  }

  /**
   * @param summary what is wrong, in a few words
   * @param detail where and why
   * @param hint what to do
   */
  public static Fault of(String summary, String detail, String hint) {
    return new Fault(Diagnostic.error(summary, detail, null).withHint(hint));
  }

  /**
   * For what needs a person's word where nobody can be asked.
   *
   * @param what would be done
   */
  public static Fault unasked(String what, String hint) {
    return of("Cannot ask for approval: input is not a terminal", what, hint);
  }

  /** The same, keeping what was thrown for {@code SLUICE_DEBUG=1}. */
  public Fault because(Throwable cause) {
    initCause(cause);
    return this;
  }

  /** The same where a person had enough. */
  public Fault interrupted() {
    code = ExitCode.INTERRUPTED;
    return this;
  }

  public ExitCode code() {
    return code;
  }

  public List<Diagnostic> diagnostics() {
    return diagnostics;
  }
}
