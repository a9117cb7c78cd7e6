package io.sluice.machine.graph;

import io.sluice.machine.run.Run;
import io.sluice.machine.run.RunCodec;
import io.sluice.machine.task.MachineSettings;
import io.sluice.model.record.RunRecord;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The runs of a workspace by their ids, and which of them have not ended. */
final class Runs {
  private static final Comparator<RunState> BY_AGE =
      Comparator.comparingLong((RunState run) -> run.written().identity().queuedAt())
          .thenComparing(run -> run.id);

  private final Indexes indexes;
  private final Map<String, RunState> runs = new TreeMap<>();

  /** Computed on demand; null once a run has begun or ended since. */
  private @Nullable List<RunState> active;

  /** The run that was looked up last: a step looks it up again and again. */
  private @Nullable RunState last;

  Runs(Indexes indexes) {
    this.indexes = indexes;
  }

  /** Finds also a run that has parts or nodes and no record yet. */
  @Nullable RunState find(String run) {
    if (last == null || !last.id.equals(run)) {
      last = runs.get(run);
    }
    return last;
  }

  RunState named(String run) {
    RunState known = find(run);
    if (known == null) {
      known = new RunState(run, indexes);
      runs.put(run, known);
    }
    return known;
  }

  Collection<RunState> all() {
    return runs.values();
  }

  Collection<RunState> recorded() {
    return runs.values().stream().filter(RunState::recorded).toList();
  }

  /** Those that have not ended, the oldest first. */
  List<RunState> active() {
    if (active == null) {
      active = runs.values().stream().filter(RunState::active).sorted(BY_AGE).toList();
    }
    return active;
  }

  void put(Run run, RunRecord record) {
    RunState state = named(run.id());
    boolean before = state.active();
    state.putRecord(run, record);
    if (state.active() != before) {
      active = null;
    }
  }

  void put(String run, @Nullable RunRecord record) {
    if (record != null) {
      put(RunCodec.decode(record), record);
      return;
    }
    RunState state = find(run);
    if (state != null) {
      state.putRecord(null, null);
      active = null;
      if (state.isBare() && state.submission() == null) {
        runs.remove(run);
        last = null;
      }
    }
  }

  void forgetUnrecorded() {
    runs.values().removeIf(run -> !run.recorded());
    last = null;
  }

  /** Whether runs have left records that nothing needs, or more is remembered than was agreed. */
  boolean untidy(MachineSettings settings) {
    return runs.values().stream().anyMatch(run -> run.hasLeftovers() || run.isLeaving())
        || Surplus.stands(runs.values(), settings);
  }
}
