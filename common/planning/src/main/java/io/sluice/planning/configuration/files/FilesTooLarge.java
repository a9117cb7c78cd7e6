package io.sluice.planning.configuration.files;

/** The files of a configuration are more than may travel; the message is a sentence. */
public final class FilesTooLarge extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public FilesTooLarge(String message) {
    super(message, null, false, false);
  }
}
