package io.sluice.language.value.convert;

/** A value that cannot become one of the type that was asked for. */
public final class ConversionException extends Exception {
  private static final long serialVersionUID = 1L;
  private final String path;

  ConversionException(String path, String message) {
    super(message, null, false, false);
    this.path = path;
  }

  /** The reason alone, a part of a sentence without a full stop. */
  public String reason() {
    return String.valueOf(getMessage());
  }

  /** Where inside of the value, as HCL: {@code .tags["a"]}, or empty. */
  public String path() {
    return path;
  }
}
