package io.sluice.machine.view;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sluice.machine.claim.Claim;
import io.sluice.machine.follow.ClaimQueue;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.graph.WorkspaceState;
import io.sluice.machine.task.TaskFactory;
import io.sluice.model.Address;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which runs hold what of a workspace, which wait for which, and what waits for a person. */
public record LocksView(
    String workspace, List<Holder> held, List<Waiter> waiting, List<Closed> closed) {
  private static final int SHOWN = 100;

  /**
   * A run that holds something.
   *
   * @param scope whole, listed, plan; or out, when only attempts that no worker has reported on
   *     keep it
   * @param out addresses that a worker has now, the first hundred
   * @param unclaimed tasks that no worker has acquired yet, by pool
   * @param sent those of {@code out} that no worker is known to have acquired, by pool
   */
  public record Holder(
      String run,
      RunPhase phase,
      String scope,
      List<String> addresses,
      List<String> out,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Integer> unclaimed,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, List<String>> sent,
      @Nullable String by,
      Instant since) {}

  /** A run that waits; {@code addresses} empty means that it wants the whole workspace. */
  public record Waiter(
      String run,
      List<String> addresses,
      List<String> waitingFor,
      String why,
      @Nullable String by,
      Instant since) {}

  /** An address in doubt. */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Closed(String address, String run, String node, @Nullable String reason) {}

  public static LocksView of(WorkspaceState state) {
    List<Holder> held = new ArrayList<>();
    List<Waiter> waiting = new ArrayList<>();
    Map<String, Claim> ahead = new LinkedHashMap<>();
    for (RunState run : state.activeRuns()) {
      Claim claim = run.held();
      if (!claim.isNothing()) {
        ahead.put(run.id, claim);
        held.add(holder(run, claim, unclaimed(state, run.id)));
      }
    }
    for (RunState run : state.activeRuns()) {
      boolean waits = run.written().isQueued() && run.written().claims();
      if (waits && run.written().holdsNothing()) {
        Claim wanted = run.written().hold().wanted();
        waiting.add(waiter(run.record(), ClaimQueue.blockers(run.id, wanted, ahead)));
        ahead.put(run.id, wanted);
      }
    }
    return new LocksView(state.workspace(), held, waiting, closed(state));
  }

  private static Map<String, Integer> unclaimed(WorkspaceState state, String run) {
    Map<String, Integer> tasks = new TreeMap<>();
    state
        .unclaimed()
        .forEach(
            (pool, runs) -> {
              if (runs.containsKey(run)) {
                tasks.put(pool, runs.get(run));
              }
            });
    return tasks;
  }

  private static Holder holder(RunState run, Claim claim, Map<String, Integer> unclaimed) {
    RunRecord record = run.record();
    String scope =
        record.claim() == null
            ? "out"
            : switch (record.claim()) {
              case WHOLE -> "whole";
              case LISTED -> "listed";
              case PLAN -> "plan";
            };
    return new Holder(
        run.id,
        record.shownPhase(),
        scope,
        shown(claim.names()),
        shown(run.outstandingAddresses().stream().map(Address::text).sorted().toList()),
        unclaimed,
        sent(run),
        record.by(),
        record.startedAt() == null ? record.submittedAt() : record.startedAt());
  }

  private static Map<String, List<String>> sent(RunState run) {
    Map<String, TreeSet<String>> found = new TreeMap<>();
    for (NodeEntry entry : run.planned(NodeEntry::unclaimed)) {
      found
          .computeIfAbsent(TaskFactory.pool(entry.planned()), pool -> new TreeSet<>())
          .add(entry.planned().address().live().text());
    }
    Map<String, List<String>> sent = new TreeMap<>();
    found.forEach((pool, addresses) -> sent.put(pool, shown(List.copyOf(addresses))));
    return sent;
  }

  private static Waiter waiter(RunRecord record, List<String> blockers) {
    String why =
        record.claimed().isEmpty()
            ? "it is being planned with the whole workspace"
            : "an earlier run holds, or waits for, what it touches";
    return new Waiter(
        record.run(), shown(record.claimed()), blockers, why, record.by(), record.submittedAt());
  }

  private static List<Closed> closed(WorkspaceState state) {
    List<Closed> closed = new ArrayList<>();
    state
        .indexes()
        .doubts()
        .forEach(
            (address, entry) ->
                closed.add(new Closed(address.text(), entry.run, entry.id, entry.state().why())));
    return closed;
  }

  private static List<String> shown(List<String> names) {
    return names.size() <= SHOWN ? names : List.copyOf(names.subList(0, SHOWN));
  }
}
