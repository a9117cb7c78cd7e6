package io.sluice.client;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why a request to a deployment failed; callers put it into words. */
public abstract sealed class ClientFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private ClientFailure(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** No broker answered. */
  public static final class Unreachable extends ClientFailure {
    private static final long serialVersionUID = 1L;
    private final String bootstrapServers;
    private final String why;

    Unreachable(String bootstrapServers, Duration patience, Exception cause) {
      super("No Kafka broker answers at " + bootstrapServers, cause);
      this.bootstrapServers = bootstrapServers;
      this.why = reason(cause, patience);
    }

    public String bootstrapServers() {
      return bootstrapServers;
    }

    /** A sentence or what the Kafka client said. */
    public String why() {
      return why;
    }
  }

  /** No service has made the topics that are needed. */
  public static final class TopicsMissing extends ClientFailure {
    private static final long serialVersionUID = 1L;
    private final transient List<String> topics;

    TopicsMissing(List<String> topics) {
      super("Topics are missing: " + String.join(", ", topics), null);
      this.topics = List.copyOf(topics);
    }

    public List<String> topics() {
      return topics;
    }
  }

  /** Kafka did not acknowledge the records; some may have arrived all the same. */
  public static final class NotTaken extends ClientFailure {
    private static final long serialVersionUID = 1L;
    private final String bootstrapServers;
    private final String why;
    private final transient Sent sent;
    private final boolean several;

    NotTaken(
        String bootstrapServers, Sent sent, boolean several, Duration patience, Exception cause) {
      super("Kafka at " + bootstrapServers + " did not accept the record", cause);
      this.bootstrapServers = bootstrapServers;
      this.why = reason(cause, patience);
      this.sent = sent;
      this.several = several;
    }

    public String bootstrapServers() {
      return bootstrapServers;
    }

    public String why() {
      return why;
    }

    public Sent sent() {
      return sent;
    }

    /** Whether it was more than one record, so that a part of them may have arrived. */
    public boolean several() {
      return several;
    }
  }

  /** The thread was interrupted while it waited. */
  public static final class Interrupted extends ClientFailure {
    private static final long serialVersionUID = 1L;

    Interrupted(InterruptedException cause) {
      super("Interrupted while sending to Kafka", cause);
    }
  }

  /** What kind of records were sent, for the sentence that says that they may be lost. */
  public enum Sent {
    SUBMISSION,
    ORDER,
    LETTERS,
    SETTLEMENTS
  }

  private static String reason(Throwable cause, Duration patience) {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root instanceof org.apache.kafka.common.errors.TimeoutException
        ? "It did not answer within " + patience.toSeconds() + " s."
        : String.valueOf(root.getMessage());
  }
}
