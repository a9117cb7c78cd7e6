package io.sluice.planner.request;

import io.sluice.model.message.Snapshot;
import java.time.Duration;

/** Where snapshots come from; fails with a TransportFailure while the owner can't be asked. */
@FunctionalInterface
public interface Snapshots {
  /**
   * @param longest how long the owner may take to write it
   */
  Snapshot read(String workspace, long minVersion, Duration longest);
}
