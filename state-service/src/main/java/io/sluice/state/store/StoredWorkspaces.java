package io.sluice.state.store;

import io.sluice.machine.graph.WorkspaceState;
import io.sluice.machine.stored.Change;
import io.sluice.model.record.RecordKeys;
import io.sluice.model.record.RunRecord;
import io.sluice.state.store.LocalStore.Table;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Restores workspaces from the store: the records are the state, and nothing is replayed. */
public final class StoredWorkspaces {
  private StoredWorkspaces() {}

  /** Over {@code records}, which may be an overlay of its own. */
  public static WorkspaceState restore(LocalStore store, String workspace, StoredRecords records) {
    List<Change> changes = new ArrayList<>();
    Iterator<Map.Entry<String, byte[]>> stored = store.withPrefix(Table.RUNS, workspace + "/");
    while (stored.hasNext()) {
      Map.Entry<String, byte[]> entry = stored.next();
      changes.add(Change.restored(entry.getKey(), StoredMessages.payload(entry.getValue())));
    }
    return WorkspaceState.restore(workspace, records, changes);
  }

  /** Every run there is. */
  public static List<RunRecord> runs(LocalStore store) {
    List<RunRecord> runs = new ArrayList<>();
    for (Map.Entry<String, byte[]> entry : runEntries(store, "", null, Integer.MAX_VALUE)) {
      if (StoredMessages.payload(entry.getValue()) instanceof RunRecord run) {
        runs.add(run);
      }
    }
    return runs;
  }

  /**
   * The records of runs, as they are stored, after the key {@code after}. What is below a run is
   * stepped over, however much it is.
   */
  public static List<Map.Entry<String, byte[]>> runEntries(
      LocalStore store, String prefix, @Nullable String after, int limit) {
    List<Map.Entry<String, byte[]>> found = new ArrayList<>();
    String key = store.ceiling(Table.RUNS, after == null ? prefix : after + "\0");
    while (key != null && key.startsWith(prefix) && found.size() < limit) {
      int slash = key.indexOf('/');
      int second = key.indexOf('/', slash + 1);
      String next = key + "\0";
      if (RecordKeys.isReserved(key) || slash < 0) {
        next = beyond(key.substring(0, 1));
      } else if (second > 0) {
        next = beyond(key.substring(0, second + 1));
      } else if (!key.startsWith("!", slash + 1)) {
        byte[] value = store.find(Table.RUNS, key);
        if (value != null) {
          found.add(Map.entry(key, value));
        }
      }
      key = store.ceiling(Table.RUNS, next);
    }
    return found;
  }

  /** The first text that begins with neither {@code prefix} nor anything before it. */
  private static String beyond(String prefix) {
    int last = prefix.length() - 1;
    return prefix.substring(0, last) + (char) (prefix.charAt(last) + 1);
  }

  /**
   * The names of workspaces: those that hold resources, that remember something of themselves, or
   * have a run going on.
   */
  public static List<String> names(LocalStore store) {
    TreeSet<String> names = new TreeSet<>(named(store, Table.STATE));
    for (String name : named(store, Table.RUNS)) {
      if (!names.contains(name)
          && (store.find(Table.RUNS, RecordKeys.workspace(name)) != null || isBusy(store, name))) {
        names.add(name);
      }
    }
    return List.copyOf(names);
  }

  private static boolean isBusy(LocalStore store, String name) {
    return runEntries(store, name + "/", null, Integer.MAX_VALUE).stream()
        .anyMatch(
            entry ->
                StoredMessages.payload(entry.getValue()) instanceof RunRecord run && run.active());
  }

  private static List<String> named(LocalStore store, Table table) {
    List<String> names = new ArrayList<>();
    String key = store.ceiling(table, "");
    while (key != null) {
      int slash = key.indexOf('/');
      if (slash > 0 && !RecordKeys.isReserved(key)) {
        names.add(key.substring(0, slash));
        key = store.ceiling(table, beyond(key.substring(0, slash + 1)));
      } else {
        key = store.ceiling(table, beyond(key.substring(0, 1)));
      }
    }
    return names;
  }
}
