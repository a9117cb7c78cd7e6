package io.sluice.bridge.wire;

/** A call that ended without an answer of the provider; the message is a sentence. */
public final class CallFailed extends Exception {
  private static final long serialVersionUID = 1L;

  /** Why there is no answer. */
  public enum Cause {
    /** The provider does not know the call, which is no fault. */
    UNSUPPORTED,
    /** The process or its connection is gone. */
    LOST,
    /** Who waited was interrupted, and the call was one that may be given up. */
    GIVEN_UP,
    /** Request or answer is larger than it may be. */
    TOO_LARGE,
    /** The plugin refused or broke off the call. */
    BROKEN
  }

  private final Cause cause;
  private final boolean sent;
  private final boolean aboutTrust;
  private final boolean late;

  CallFailed(Cause cause, boolean sent, String sentence) {
    this(cause, sent, sentence, false, false);
  }

  CallFailed(Cause cause, boolean sent, String sentence, boolean aboutTrust, boolean late) {
    super(sentence, null, false, false);
    this.cause = cause;
    this.sent = sent;
    this.aboutTrust = aboutTrust;
    this.late = late;
  }

  public Cause why() {
    return cause;
  }

  /** Whether the plugin may have seen the request. */
  public boolean sent() {
    return sent;
  }

  /** The two sides did not accept each other's certificates. */
  public boolean isAboutTrust() {
    return aboutTrust;
  }

  /** The plugin was too slow to connect: it may do so yet. */
  public boolean isLate() {
    return late;
  }

  public String sentence() {
    return String.valueOf(getMessage());
  }
}
