package io.sluice.install.fault;

/** Something could not be installed: what happened, where and why, and what to do about it. */
public final class InstallFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String summary;
  private final String detail;
  private final String hint;

  /**
   * @param summary a few words, without a full stop
   * @param detail whole sentences: what happened, where, why
   * @param hint what to do, or empty
   */
  public InstallFault(String summary, String detail, String hint) {
    super(summary + ": " + detail);
    this.summary = summary;
    this.detail = detail;
    this.hint = hint;
  }

  public InstallFault because(Throwable cause) {
    initCause(cause);
    return this;
  }

  /** The same with other advice, from a caller who knows more. */
  public InstallFault advising(String otherHint) {
    return new InstallFault(summary, detail, otherHint).because(this);
  }

  public String summary() {
    return summary;
  }

  public String detail() {
    return detail;
  }

  public String hint() {
    return hint;
  }
}
