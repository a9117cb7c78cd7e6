package io.sluice.worker.files;

import io.sluice.transport.query.BlobClient;
import io.sluice.transport.query.QueryClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The files of runs as the state service has them. */
public final class FleetFiles implements FileSource {
  private static final Duration KNOWN_FOR = Duration.ofMinutes(1);

  private final QueryClient query;
  private final BlobClient blobs;
  private volatile Standing standing = new Standing(Optional.empty(), 0);

  /** What the store last reported of itself, and until when that is believed. */
  private record Standing(Optional<String> absence, long until) {}

  public FleetFiles(QueryClient query, BlobClient blobs) {
    this.query = query;
    this.blobs = blobs;
  }

  @Override
  public Submitted files(String workspace, String run) {
    return Submitted.read(query.files(workspace, run));
  }

  @Override
  public void fetch(String digest, Path into) throws IOException {
    blobs.fetch(digest, into);
  }

  @Override
  public Optional<String> absence() {
    Standing known = standing;
    long now = System.nanoTime();
    if (known.until() == 0 || now - known.until() > 0) {
      known = new Standing(blobs.absence(), now + KNOWN_FOR.toNanos());
      standing = known;
    }
    return known.absence();
  }

  @Override
  public void keep(String digest, Path content) {
    if (!blobs.has(digest)) {
      blobs.put(digest, content);
    }
  }

  @Override
  public List<WrittenFiles> written(String workspace, String run) {
    return blobs.written(workspace, run).stream().map(WrittenFiles::read).toList();
  }

  @Override
  public void write(String workspace, String run, WrittenFiles files) {
    blobs.write(workspace, run, files.node(), files.toJson());
  }

  @Override
  public void close() {
    query.close();
    blobs.close();
  }
}
