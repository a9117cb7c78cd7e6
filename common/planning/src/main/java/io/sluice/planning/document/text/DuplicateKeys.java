package io.sluice.planning.document.text;

import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;

/** The fault of a key that stands twice, the same in JSON and YAML. */
final class DuplicateKeys {
  private DuplicateKeys() {}

  static void add(String key, SourceRange again, SourceRange first, Diagnostics faults) {
    faults.add(
        Diagnostic.error(
                "Duplicate key",
                "The key \"" + key + "\" is already in this object, at line " + first.line() + ".",
                again)
            .withHint("Keep one of the two."));
  }
}
