package io.sluice.state.store;

import io.sluice.model.record.RunRecord;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Runs as the stores of a folder have them while no service has the stores open. What an owner
 * wrote in the second before it was killed may be missing: it is in the topics only.
 */
public final class KeptRuns {
  private KeptRuns() {}

  /** Those that have not ended, the newest first. Empty if the store cannot be read. */
  public static List<RunRecord> unfinished(Path data) {
    List<RunRecord> found = new ArrayList<>();
    if (!Files.isDirectory(data)) {
      return found;
    }
    try (DirectoryStream<Path> stores = Files.newDirectoryStream(data, "*.mv")) {
      for (Path store : stores) {
        found.addAll(runs(store));
      }
    } catch (IOException e) {
      return List.of();
    }
    found.removeIf(RunRecord::ended);
    found.sort(Comparator.comparing(RunRecord::submittedAt).reversed());
    return List.copyOf(found);
  }

  private static List<RunRecord> runs(Path store) {
    try {
      return LocalStore.look(store, StoredWorkspaces::runs);
    } catch (IOException | StoredMessages.Unreadable e) {
      return List.of();
    }
  }
}
