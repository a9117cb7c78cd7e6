package io.sluice.exchange;

/** A file that cannot be used. The message says what is wrong, where, and what to do. */
public final class UnusableFile extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final String detail;
  private final String todo;

  UnusableFile(String summary, String detail, String todo) {
    super(summary);
    this.detail = detail;
    this.todo = todo;
  }

  UnusableFile(String summary, String detail, String todo, Throwable cause) {
    super(summary, cause);
    this.detail = detail;
    this.todo = todo;
  }

  public String summary() {
    return String.valueOf(getMessage());
  }

  public String detail() {
    return detail;
  }

  public String todo() {
    return todo;
  }
}
