package io.sluice.state.store;

import io.sluice.machine.graph.WorkspaceState;
import io.sluice.model.json.Json;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The workspaces of a partition that are in memory: those with something under way, and a few. */
public final class Workspaces {
  private static final int KEPT = 500;

  /** A workspace and the overlay that its machine writes to. */
  public record Held(WorkspaceState state, StoredRecords records) {}

  private final LocalStore store;
  private final RecordCache cache = new RecordCache();
  private final Map<String, Held> held = new LinkedHashMap<>(64, 0.75f, true);

  /** How many doubts those have that left the memory. */
  private final Map<String, Integer> doubtsAtRest = new HashMap<>();

  public Workspaces(LocalStore store) {
    this.store = store;
  }

  /**
   * Those whose runs have not ended: timers and leases must be watched from the first moment; and
   * those that may have something in doubt, which is counted.
   */
  public void loadActive() {
    TreeSet<String> active = new TreeSet<>();
    for (RunRecord run : StoredWorkspaces.runs(store)) {
      if (run.active() || run.counts().inDoubt() > 0) {
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
      doubtsAtRest.remove(workspace);
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
    forEachActive(run -> phases.merge(phase(run), 1, Integer::sum));
    return phases;
  }

  /**
   * Since when the oldest run of each phase waits: since its submission while it is queued, since
   * its claim was granted afterwards.
   */
  public SortedMap<String, Instant> oldest() {
    SortedMap<String, Instant> oldest = new TreeMap<>();
    forEachActive(
        run -> {
          Instant granted = run.startedAt();
          oldest.merge(
              phase(run),
              granted == null ? run.submittedAt() : granted,
              (one, other) -> one.isBefore(other) ? one : other);
        });
    return oldest;
  }

  /** Runs that go on only when a person decides. */
  public int needingAttention() {
    int[] count = {0};
    forEachActive(
        run -> {
          RunPhase phase = run.shownPhase();
          if (phase == RunPhase.AWAITING_APPROVAL || phase == RunPhase.QUARANTINED) {
            count[0]++;
          }
        });
    return count[0];
  }

  /** Operations in doubt, also of workspaces that are not in memory any more. */
  public int doubts() {
    return held.values().stream().mapToInt(Workspaces::doubts).sum()
        + doubtsAtRest.values().stream().mapToInt(Integer::intValue).sum();
  }

  private static int doubts(Held each) {
    return each.state().indexes().doubts().size();
  }

  private void forEachActive(Consumer<RunRecord> consumer) {
    for (Held each : held.values()) {
      for (String id : each.state().active()) {
        each.state().run(id).ifPresent(consumer);
      }
    }
  }

  private static String phase(RunRecord run) {
    return Json.toTree(run.shownPhase()).asText();
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
        Held next = each.next();
        if (next.state().idle()) {
          int doubts = doubts(next);
          if (doubts > 0) {
            doubtsAtRest.put(next.state().workspace(), doubts);
          }
          each.remove();
          surplus--;
        }
      }
    }
  }
}
