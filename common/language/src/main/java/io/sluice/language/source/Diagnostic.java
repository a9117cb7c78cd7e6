package io.sluice.language.source;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One fault, described so that a person can fix it.
 *
 * @param summary a few words, without a full stop; Terraform's own where Terraform has this fault
 * @param detail whole sentences: what is wrong and why
 * @param hint what to do about it ("Did you mean \"x\"?"), or empty
 * @param range what is at fault; null when no text is
 * @param context the wider piece of text that helps to understand the range, at least the range
 * @param observed the values that an expression at fault worked on, for the person's eyes
 * @param about what a condition that does not hold belongs to: {@code var.a}, {@code
 *     module.m.output.b}, {@code check.c}, the address of a resource; empty for all other faults
 */
public record Diagnostic(
    Severity severity,
    String summary,
    String detail,
    String hint,
    @Nullable SourceRange range,
    @Nullable SourceRange context,
    List<Observed> observed,
    String about) {

  /** A reference as written and what is to be said of its value: {@code var.n}, {@code is 3}. */
  public record Observed(String reference, String statement) {}

  public Diagnostic {
    observed = List.copyOf(observed);
  }

  public static Diagnostic error(String summary, String detail, @Nullable SourceRange range) {
    return new Diagnostic(Severity.ERROR, summary, detail, "", range, null, List.of(), "");
  }

  public static Diagnostic warning(String summary, String detail, @Nullable SourceRange range) {
    return new Diagnostic(Severity.WARNING, summary, detail, "", range, null, List.of(), "");
  }

  public Diagnostic withHint(String text) {
    return new Diagnostic(severity, summary, detail, text, range, context, observed, about);
  }

  public Diagnostic withContext(@Nullable SourceRange wider) {
    return new Diagnostic(severity, summary, detail, hint, range, wider, observed, about);
  }

  /** The condition is this one's. */
  public Diagnostic about(String subject) {
    return new Diagnostic(severity, summary, detail, hint, range, context, observed, subject);
  }

  public boolean isError() {
    return severity == Severity.ERROR;
  }
}
