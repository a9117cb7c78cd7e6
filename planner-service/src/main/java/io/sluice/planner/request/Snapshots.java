package io.sluice.planner.request;

import io.sluice.model.message.Snapshot;

/** Where snapshots come from; fails with a TransportFailure while the owner can't be asked. */
@FunctionalInterface
public interface Snapshots {
  Snapshot read(String workspace, long minVersion, Look look);
}
