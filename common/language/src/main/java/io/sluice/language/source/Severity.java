package io.sluice.language.source;

import java.util.Locale;

/** An error stops what was asked for, a warning does not. */
public enum Severity {
  ERROR,
  WARNING;

  /** The word that JSON output uses. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
