package io.sluice.sdk.fleet;

import io.sluice.language.source.Diagnostic;
import java.util.List;
import java.util.stream.Collectors;

/** The stack is no valid configuration; nothing was sent. */
public final class StackRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StackRefused(String stack, List<Diagnostic> reasons) {
    super(
        "Stack \""
            + stack
            + "\" was not sent:\n  "
            + reasons.stream()
                .map(reason -> reason.summary() + ": " + reason.detail())
                .collect(Collectors.joining("\n  ")));
  }
}
