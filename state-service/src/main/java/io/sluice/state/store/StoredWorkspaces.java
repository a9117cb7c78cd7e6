package io.sluice.state.store;

import io.sluice.machine.Change;
import io.sluice.machine.WorkspaceState;
import io.sluice.model.record.RunRecord;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Workspaces as the store has them: what is folded is what is kept, nothing is replayed. */
public final class StoredWorkspaces {
  private StoredWorkspaces() {}

  /** Over {@code records}, which may be an overlay of its own. */
  public static WorkspaceState restore(LocalStore store, String workspace, StoredRecords records) {
    List<Change> changes = new ArrayList<>();
    Iterator<Map.Entry<String, byte[]>> stored =
        store.withPrefix(LocalStore.Table.RUNS, workspace + "/");
    while (stored.hasNext()) {
      Map.Entry<String, byte[]> entry = stored.next();
      changes.add(Change.restored(entry.getKey(), StoredMessages.payload(entry.getValue())));
    }
    return WorkspaceState.restore(workspace, records, changes);
  }

  /** Every run there is. */
  public static List<RunRecord> runs(LocalStore store) {
    List<RunRecord> runs = new ArrayList<>();
    Iterator<Map.Entry<String, byte[]>> stored = store.withPrefix(LocalStore.Table.RUNS, "");
    while (stored.hasNext()) {
      Map.Entry<String, byte[]> entry = stored.next();
      if (isRun(entry.getKey())
          && StoredMessages.payload(entry.getValue()) instanceof RunRecord run) {
        runs.add(run);
      }
    }
    return runs;
  }

  /** The names of workspaces that hold anything. */
  public static List<String> names(LocalStore store) {
    TreeSet<String> names = new TreeSet<>();
    for (LocalStore.Table table : LocalStore.Table.values()) {
      Iterator<Map.Entry<String, byte[]>> stored = store.withPrefix(table, "");
      while (stored.hasNext()) {
        String key = stored.next().getKey();
        int slash = key.indexOf('/');
        if (slash > 0 && !key.startsWith("!")) {
          names.add(key.substring(0, slash));
        }
      }
    }
    return List.copyOf(names);
  }

  /** {@code WORKSPACE/RUN}: one slash, and nothing that is marked. */
  private static boolean isRun(String key) {
    int slash = key.indexOf('/');
    return slash > 0
        && !key.startsWith("!")
        && key.indexOf('/', slash + 1) < 0
        && !key.startsWith("!", slash + 1);
  }
}
