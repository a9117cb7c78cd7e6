package io.sluice.bridge.process;

/** A plugin that did not start; nothing was asked of its provider. */
public final class StartFailed extends Exception {
  private static final long serialVersionUID = 1L;

  /** What went wrong. */
  public enum Reason {
    /** The program could not be started at all. */
    NOT_RUN,
    /** It ended before it said how to reach it. */
    DIED,
    /** It said nothing in time. */
    SILENT,
    /** It said something else. */
    GARBAGE,
    /** It speaks an unsupported protocol. */
    PROTOCOL,
    /** The two did not trust each other. */
    CERTIFICATE,
    /** It said where it is and is not there. */
    UNREACHABLE
  }

  private final Reason reason;

  StartFailed(Reason reason, String sentence) {
    super(sentence, null, false, false);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  public String sentence() {
    return String.valueOf(getMessage());
  }
}
