package io.sluice.cli.local;

import io.sluice.model.record.RunRecord;
import io.sluice.state.store.KeptRuns;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/** Runs that nothing goes on with, because the deployment of their directory has ended. */
public final class InterruptedRuns {
  private InterruptedRuns() {}

  /** Without starting anything; none where the deployment is up, or starts, or was never there. */
  public static List<RunRecord> of(LocalDirectory directory) {
    if (!directory.exists() || !Files.isDirectory(directory.state())) {
      return List.of();
    }
    Optional<HostLock> lock = HostLock.keepFree(directory);
    if (lock.isEmpty()) {
      return List.of();
    }
    try (HostLock nobodyStarts = lock.get()) {
      return KeptRuns.unfinished(directory.state());
    }
  }
}
