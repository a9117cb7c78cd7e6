package io.sluice.planner.submission;

import io.sluice.language.source.Diagnostic;
import io.sluice.model.limit.Clipped;
import io.sluice.model.limit.Limits;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks the names that a bundle brings before they become parts of keys. */
final class BundleNames {
  private static final Pattern WORKSPACE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,89}");

  private BundleNames() {}

  static boolean isWorkspace(String text) {
    return WORKSPACE.matcher(text).matches();
  }

  static List<Diagnostic> faults(String workspace, @Nullable String header) {
    if (!isWorkspace(workspace)) {
      return List.of(
          Diagnostic.error(
              "Invalid workspace",
              "A workspace's name has up to 90 letters, digits, '.', '_' and '-', and begins"
                  + " with a letter or digit; this is \""
                  + Clipped.of(workspace, Limits.STANDARD.texts().name())
                  + "\".",
              null));
    }
    if (header != null && !header.equals(workspace)) {
      return List.of(
          Diagnostic.error(
              "Contradicting workspaces",
              "The submission's header says workspace \""
                  + Clipped.of(header, Limits.STANDARD.texts().name())
                  + "\", the bundle says \""
                  + workspace
                  + "\".",
              null));
    }
    return List.of();
  }
}
