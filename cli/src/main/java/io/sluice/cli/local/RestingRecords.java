package io.sluice.cli.local;

import io.sluice.state.query.Resting;
import io.sluice.transport.Connection;
import java.util.Optional;

/**
 * What the deployment of a directory has recorded, read while no process hosts it. Each answer is
 * given under the directory's lock: none is as old as a deployment that has started meanwhile.
 */
public final class RestingRecords {
  private final LocalDirectory directory;
  private final Resting records;

  private RestingRecords(LocalDirectory directory, Resting records) {
    this.directory = directory;
    this.records = records;
  }

  /** Empty where a process hosts the deployment. */
  public static Optional<RestingRecords> of(LocalDirectory directory) {
    int partitions = Connection.embedded("none:0", "none:0").partitions();
    Optional<HostLock> lock = HostLock.keepFree(directory);
    lock.ifPresent(HostLock::close);
    return lock.map(
        free -> new RestingRecords(directory, new Resting(directory.state(), partitions)));
  }

  /**
   * The answer to a path of the query API; empty where the deployment itself has to be asked: it
   * runs by now, or a crash left something in the topics only.
   */
  public Optional<byte[]> answer(String path) {
    Optional<HostLock> lock = HostLock.keepFree(directory);
    if (lock.isEmpty()) {
      return Optional.empty();
    }
    try (HostLock nobodyStarts = lock.get()) {
      return records.answer(path);
    }
  }
}
