package io.sluice.planning.document.read;

import io.sluice.model.RunId;
import io.sluice.planning.document.DocumentLimits;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What things in a document may be called. */
public final class Names {
  /** Roots of references that mean something else than a node. */
  public static final Set<String> RESERVED =
      Set.of(
          "var", "local", "module", "data", "each", "count", "path", "terraform", "self", "step");

  private static final Pattern IDENTIFIER = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_-]*");

  private Names() {}

  static boolean isIdentifier(String text) {
    return text.length() <= DocumentLimits.NAME_LENGTH && IDENTIFIER.matcher(text).matches();
  }

  /** Why it can't be a run's id. */
  public static Optional<String> runProblem(String text) {
    return RunId.isValid(text)
        ? Optional.empty()
        : Optional.of("A submission's id is " + RunId.RULE + ".");
  }
}
