package io.sluice.cli.render.run;

import io.sluice.model.Action;

/** How an action is spoken of while it runs and once it is done, */
final class ActionWords {
  private ActionWords() {}

  static String doing(Action action) {
    return switch (action) {
      case CREATE -> "Creating...";
      case UPDATE -> "Modifying...";
      case REPLACE -> "Replacing...";
      case DELETE -> "Destroying...";
      case READ -> "Reading...";
      case NOOP -> "Checking...";
      case EXPAND -> "Expanding...";
      case STEP -> "Running...";
      case FORGET -> "Forgetting...";
      case IMPORT -> "Importing...";
    };
  }

  static String done(Action action) {
    return switch (action) {
      case CREATE -> "Creation complete";
      case UPDATE -> "Modifications complete";
      case REPLACE -> "Replacement complete";
      case DELETE -> "Destruction complete";
      case READ -> "Read complete";
      case NOOP -> "Unchanged";
      case EXPAND -> "Expansion complete";
      case STEP -> "Step complete";
      case FORGET -> "Forgotten";
      case IMPORT -> "Import complete";
    };
  }

  static String failed(Action action) {
    return switch (action) {
      case CREATE -> "Creation failed";
      case UPDATE -> "Modification failed";
      case REPLACE -> "Replacement failed";
      case DELETE -> "Destruction failed";
      case READ -> "Read failed";
      case NOOP -> "Check failed";
      case EXPAND -> "Expansion failed";
      case STEP -> "Step failed";
      case FORGET -> "Forgetting failed";
      case IMPORT -> "Import failed";
    };
  }
}
