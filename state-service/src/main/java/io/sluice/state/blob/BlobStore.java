package io.sluice.state.blob;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Where contents are kept, for all instances of the state service together. A key is some words
 * with slashes between them, of letters and digits; its maker ensures that.
 */
interface BlobStore extends AutoCloseable {
  /**
   * What is kept under a key.
   *
   * @param at when it was written
   */
  record Kept(String key, long bytes, Instant at) {}

  /** A content that is being read, to be closed. */
  record Opened(InputStream content, long bytes) {}

  /** Empty if it is not there. */
  Optional<Kept> find(String key) throws IOException;

  /** Empty if it is not there. */
  Optional<Opened> open(String key) throws IOException;

  /** Keeps the content of a file; whole, or not at all. What was there before is replaced. */
  void put(String key, Path content) throws IOException;

  /** All below a prefix. */
  List<Kept> list(String prefix) throws IOException;

  void delete(String key) throws IOException;

  @Override
  default void close() {}
}
