package io.sluice.planner.submission;

import io.sluice.language.source.Diagnostic;
import io.sluice.model.WorkspaceName;
import io.sluice.model.limit.Clipped;
import io.sluice.model.limit.Limits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the names that a bundle brings before they become parts of keys. */
final class BundleNames {
  private BundleNames() {}

  static List<Diagnostic> faults(String workspace, @Nullable String header) {
    if (!WorkspaceName.isValid(workspace)) {
      return List.of(
          Diagnostic.error(
              "Invalid workspace",
              WorkspaceName.RULE
                  + " This is \""
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
