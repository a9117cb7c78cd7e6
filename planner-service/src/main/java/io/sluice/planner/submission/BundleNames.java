package io.sluice.planner.submission;

import io.sluice.language.source.Diagnostic;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the names that a bundle brings before they become parts of keys. */
final class BundleNames {
  private BundleNames() {}

  static List<Diagnostic> faults(String workspace, @Nullable String header) {
    if (!workspace.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,89}")) {
      return List.of(
          Diagnostic.error(
              "Invalid workspace",
              "A workspace's name has letters, digits, '.', '_' and '-', and begins with a letter"
                  + " or digit; this is \""
                  + workspace
                  + "\".",
              null));
    }
    if (header != null && !header.equals(workspace)) {
      return List.of(
          Diagnostic.error(
              "Contradicting workspaces",
              "The submission's header says workspace \""
                  + header
                  + "\", the bundle says \""
                  + workspace
                  + "\".",
              null));
    }
    return List.of();
  }
}
