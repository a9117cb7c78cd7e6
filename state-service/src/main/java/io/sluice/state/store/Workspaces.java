package io.sluice.state.store;

import io.sluice.machine.graph.WorkspaceState;
import io.sluice.model.json.Json;
import io.sluice.model.record.RunRecord;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The workspaces of a partition that are in memory: those with something under way, and a few. */
public final class Workspaces {
  private static final int KEPT = 500;

  /** A workspace and the overlay that its machine writes to. */
  public record Held(WorkspaceState state, StoredRecords records) {}

  private final LocalStore store;
  private final RecordCache cache = new RecordCache();
  private final Map<String, Held> held = new LinkedHashMap<>(64, 0.75f, true);

  public Workspaces(LocalStore store) {
    this.store = store;
  }

  /** Those whose runs have not ended: timers and leases must be watched from the first moment. */
  public void loadActive() {
    TreeSet<String> active = new TreeSet<>();
    for (RunRecord run : StoredWorkspaces.runs(store)) {
      if (run.active()) {
        active.add(run.workspace());
      }
    }
    active.forEach(this::of);
  }

  public Held of(String workspace) {
    Held known = held.get(workspace);
    if (known == null) {
      StoredRecords records = new StoredRecords(store, workspace, cache);
      known = new Held(StoredWorkspaces.restore(store, workspace, records), records);
      held.put(workspace, known);
    }
    return known;
  }

  /** Of all runs that are under way in the partition. */
  public long nodes() {
    return held.values().stream().mapToLong(each -> each.state().nodes()).sum();
  }

  /** Runs that have not ended, by phase. */
  public SortedMap<String, Integer> phases() {
    SortedMap<String, Integer> phases = new TreeMap<>();
    for (Held each : held.values()) {
      for (String id : each.state().active()) {
        each.state()
            .run(id)
            .map(run -> Json.toTree(run.shownPhase()).asText())
            .ifPresent(phase -> phases.merge(phase, 1, Integer::sum));
      }
    }
    return phases;
  }

  public Collection<Held> held() {
    return java.util.List.copyOf(held.values());
  }

  /**
   * @param except workspaces whose timers are halted
   */
  public Optional<Instant> nextDue(Predicate<String> except) {
    Instant next = null;
    for (Held each : held.values()) {
      if (except.test(each.state().workspace())) {
        continue;
      }
      Instant due = each.state().nextDue().orElse(null);
      if (due != null && (next == null || due.isBefore(next))) {
        next = due;
      }
    }
    return Optional.ofNullable(next);
  }

  /** The store has the transaction; what is idle and old need not stay. */
  public void committed() {
    held.values().forEach(each -> each.records().committed());
    if (held.size() > KEPT) {
      int surplus = held.size() - KEPT;
      for (var each = held.values().iterator(); each.hasNext() && surplus > 0; ) {
        if (each.next().state().idle()) {
          each.remove();
          surplus--;
        }
      }
    }
  }
}
