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
  private static final Pattern WORKSPACE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,89}");
  private static final Pattern POOL = Pattern.compile("[a-z0-9][a-z0-9-]{0,49}");

  private Names() {}

  static boolean isIdentifier(String text) {
    return text.length() <= DocumentLimits.NAME_LENGTH && IDENTIFIER.matcher(text).matches();
  }

  static boolean isPool(String text) {
    return POOL.matcher(text).matches();
  }

  /** Why it can't be a workspace: workspaces are parts of record keys. */
  public static Optional<String> workspaceProblem(String text) {
    return WORKSPACE.matcher(text).matches()
        ? Optional.empty()
        : Optional.of(
            "A workspace is 1 to 90 letters, digits, dots, dashes or underscores, and begins with a"
                + " letter or a digit.");
  }

  /** Why it can't be a run's id. */
  public static Optional<String> runProblem(String text) {
    return RunId.isValid(text)
        ? Optional.empty()
        : Optional.of("A submission's id is " + RunId.RULE + ".");
  }
}
