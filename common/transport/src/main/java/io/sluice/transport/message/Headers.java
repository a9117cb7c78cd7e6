package io.sluice.transport.message;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** The headers of Sluice's records: what can be known without decoding the value. */
public final class Headers {
  public static final String RUN = "sluice-run-id";
  public static final String WORKSPACE = "sluice-workspace";

  /** RunOptions as JSON, with a bare submission: what its submitter chose. */
  public static final String OPTIONS = "sluice-options";

  /** What a submission is for, where it is no apply: the wire name of its kind of run. */
  public static final String KIND = "sluice-kind";

  /** Who submitted it, for people. */
  public static final String BY = "sluice-by";

  /** {@code I/N}, counted from 0: this record is one part of a value too large for one. */
  public static final String PART = "sluice-part";

  /** Which value it is a part of: the same for all parts, another one for another value. */
  public static final String PART_OF = "sluice-part-of";

  /**
   * Of a worker's message: the node whose attempt it is about, for readers that can't decode the
   * rest.
   */
  public static final String NODE = "sluice-node";

  /** Of a worker's message: the claim under which it worked. */
  public static final String CLAIM = "sluice-claim";

  /** Of a task and of a worker's messages about it: the number of the attempt. */
  public static final String ATTEMPT = "sluice-attempt";

  /** A record that asks for nothing: it is acknowledged and so moves a share group on. */
  public static final String MARKER = "sluice-marker";

  private Headers() {}

  public static @Nullable String text(org.apache.kafka.common.header.Headers headers, String name) {
    Header header = headers.lastHeader(name);
    return header == null || header.value() == null
        ? null
        : new String(header.value(), StandardCharsets.UTF_8);
  }

  static void put(org.apache.kafka.common.header.Headers headers, String name, String value) {
    headers.add(name, value.getBytes(StandardCharsets.UTF_8));
  }
}
