package io.sluice.provider.plugin;

import java.nio.file.Path;

/**
 * A jar that was found.
 *
 * @param name for messages: {@code plugins/notes.jar}; holds no control characters
 * @param file what may be loaded if it may be: of a directory's jar this is the user's own copy, so
 *     that what was looked at is what runs
 * @param reason why it can't be used; empty where the standing says it all
 */
public record Plugin(String name, Path file, Standing standing, String digest, String reason) {
  /** What speaks for it. */
  public enum Standing {
    /** It is in a folder of the user's own. */
    OWN,
    /** The directory's list has it, and so has the user's. */
    ALLOWED,
    /** It came with the directory, and the user has not said yes. */
    NOT_ALLOWED,
    /** The directory's list has another content under this name. */
    CHANGED,
    UNUSABLE
  }

  public boolean loads() {
    return standing == Standing.OWN || standing == Standing.ALLOWED;
  }

  /** Whether a yes would do. */
  public boolean isWithheld() {
    return standing == Standing.NOT_ALLOWED || standing == Standing.CHANGED;
  }

  /** What would say yes, as it is typed where this process works. */
  public String consent() {
    Path here = Path.of("").toAbsolutePath();
    String typed = String.valueOf(file.startsWith(here) ? here.relativize(file) : file);
    typed = typed.replaceAll("\\p{Cntrl}", "?");
    return "sluice plugins allow "
        + (typed.matches("[\\w./+@-]+") ? typed : "'" + typed.replace("'", "'\\''") + "'");
  }

  /** Why it is left out. */
  public String why() {
    String todo = "`" + consent() + "` allows it, once you trust it";
    return switch (standing) {
      case OWN, ALLOWED -> "";
      case NOT_ALLOWED -> "it came with the directory and you have not allowed it; " + todo;
      case CHANGED -> "it differs from the jar that was allowed under this name; " + todo;
      case UNUSABLE -> reason;
    };
  }
}
