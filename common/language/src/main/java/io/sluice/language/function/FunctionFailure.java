package io.sluice.language.function;

/** A call that has no result; the message is a part of a sentence, without a full stop. */
public final class FunctionFailure extends Exception {
  private static final long serialVersionUID = 1L;

  /** The position of an argument that is at fault, or -1 if the whole call is. */
  private final int argument;

  public FunctionFailure(String message) {
    this(-1, message);
  }

  public FunctionFailure(int argument, String message) {
    super(message, null, false, false);
    this.argument = argument;
  }

  public int argument() {
    return argument;
  }

  public String reason() {
    return String.valueOf(getMessage());
  }
}
