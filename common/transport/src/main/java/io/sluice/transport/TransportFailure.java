package io.sluice.transport;

import org.jspecify.annotations.Nullable;

/**
 * What went wrong between this process and Kafka, ZooKeeper or the query API. The message is for
 * people: where, what, what to do. The code alone decides what a caller does about it.
 */
public final class TransportFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What a caller may do about a failure. */
  public enum Code {
    /** No answer; trying again later may help. */
    UNREACHABLE,
    /** What is there does not fit the configuration; a person must change one of them. */
    MISCONFIGURED,
    /** The server refuses this client. */
    FORBIDDEN,
    /** The thing asked for isn't there. */
    NOT_FOUND,
    /** The owner isn't as far as the caller needs it to be; trying again soon helps. */
    BEHIND,
    /** An answer that can't be understood. */
    UNEXPECTED
  }

  private final Code code;
  private final @Nullable Long version;

  public TransportFailure(Code code, String message) {
    this(code, message, null);
  }

  public TransportFailure(Code code, String message, @Nullable Throwable cause) {
    this(code, message, cause, null);
  }

  private TransportFailure(
      Code code, String message, @Nullable Throwable cause, @Nullable Long version) {
    super(message, cause);
    this.code = code;
    this.version = version;
  }

  /**
   * @param version the owner's version, if it said so
   */
  public static TransportFailure behind(String message, @Nullable Long version) {
    return new TransportFailure(Code.BEHIND, message, null, version);
  }

  /** The version of an owner that is behind, if it said so. */
  public @Nullable Long version() {
    return version;
  }

  public Code code() {
    return code;
  }
}
