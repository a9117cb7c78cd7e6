package io.sluice.transport.setting;

/** What else holds of it. */
public enum Mark {
  /** {@code sluice.yaml} may say it. */
  OF_DIRECTORY,
  /** Its value is shown to nobody. */
  SECRET,
  /** With {@code _FILE} appended, the name of a file that has the value. */
  IN_FILE,
  /** Its name goes on. */
  EACH
}
