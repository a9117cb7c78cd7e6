package io.sluice.cli.render.run;

import io.sluice.model.Action;

/**
 * How an action is spoken of.
 *
 * @param doing while it runs
 * @param done once it has succeeded
 * @param failed once it has failed
 */
record ActionWords(String doing, String done, String failed) {
  /** {@code Creating}, which an address follows. */
  String attempted() {
    return doing.substring(0, doing.length() - "...".length());
  }

  static ActionWords of(Action action) {
    return switch (action) {
      case CREATE -> words("Creating", "Creation complete", "Creation failed");
      case UPDATE -> words("Modifying", "Modifications complete", "Modification failed");
      case REPLACE -> words("Replacing", "Replacement complete", "Replacement failed");
      case DELETE -> words("Destroying", "Destruction complete", "Destruction failed");
      case READ -> words("Reading", "Read complete", "Read failed");
      case PLAN -> words("Planning", "Planned", "Planning failed");
      case NOOP -> words("Checking", "Unchanged", "Check failed");
      case EXPAND -> words("Expanding", "Expansion complete", "Expansion failed");
      case STEP -> words("Running", "Step complete", "Step failed");
      case FORGET -> words("Forgetting", "Forgotten", "Forgetting failed");
      case IMPORT -> words("Importing", "Import complete", "Import failed");
    };
  }

  private static ActionWords words(String doing, String done, String failed) {
    return new ActionWords(doing + "...", done, failed);
  }
}
