package io.sluice.shadow;

import io.sluice.machine.claim.Claim;
import io.sluice.model.Address;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.Order.StateEdit;
import io.sluice.model.message.Order.Whole;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.Refusal;
import io.sluice.model.record.RunCounts;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.StateRecord;
import io.sluice.model.record.WorkspaceRecord;
import io.sluice.model.record.WorkspaceRecord.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * State surgery: all of it or nothing, and never under the hands of a run that holds the address.
 */
final class Surgery {
  private static final String AGAIN = "check it and repeat the edit";

  private Surgery() {}

  static void edit(Draft draft, StateEdit edit) {
    if (draft.state.runState(edit.run()) != null) {
      return;
    }
    List<Refusal> refusals = refusals(draft, edit);
    List<String> reasons = refusals.stream().map(Surgery::sentence).toList();
    RunDraft run = draft.create(record(draft, edit, refusals, reasons));
    if (!refusals.isEmpty()) {
      draft.tell(run, EventKind.REFUSED, String.join("\n", reasons));
      return;
    }
    for (Address address : edit.remove()) {
      if (draft.record(address).isPresent()) {
        draft.put(new Change.RemoveState(address));
      }
      reopen(draft, address);
    }
    for (StateRecord record : edit.put()) {
      draft.put(new Change.PutState(written(draft, edit, record)));
      reopen(draft, record.address());
    }
    if (edit.whole() != null) {
      remember(draft, edit.whole());
    }
    draft.tell(run, EventKind.STATE_EDITED, edit.what() + " by " + edit.by());
  }

  private static void remember(Draft draft, Whole whole) {
    WorkspaceRecord known = draft.state.workspaceRecord().orElse(null);
    String lineage = whole.lineage();
    if (whole.forget()) {
      if (known != null) {
        draft.put(new Change.RemoveWorkspace());
      }
    } else if (lineage != null) {
      draft.put(
          new Change.PutWorkspace(
              new WorkspaceRecord(
                  draft.state.workspace(),
                  known == null ? null : known.root(),
                  known == null ? null : known.rootSetBy(),
                  draft.moment.now(),
                  new Origin(lineage, whole.serial(), draft.moment.offset()),
                  known == null ? null : known.removedAt())));
    }
  }

  private static List<Refusal> refusals(Draft draft, StateEdit edit) {
    List<Refusal> refusals = new ArrayList<>();
    Set<Address> touched = new TreeSet<>();
    edit.put().forEach(record -> touched.add(record.address().live()));
    edit.remove().forEach(address -> touched.add(address.live()));
    Whole whole = edit.whole();
    Claim wanted = whole == null ? Claim.writing(touched) : Claim.WHOLE;
    for (RunState run : draft.state.activeRuns()) {
      boolean waits = whole != null && whole.forget();
      Claim held = run.held();
      if (waits || held.conflictsWith(wanted)) {
        refusals.add(new Refusal.HeldBy(run.id, touched.stream().filter(held::touches).toList()));
      }
    }
    for (Map.Entry<Address, Long> expected : edit.expected().entrySet()) {
      long version = draft.record(expected.getKey()).map(StateRecord::version).orElse(0L);
      if (version != expected.getValue()) {
        refusals.add(new Refusal.VersionMoved(expected.getKey(), expected.getValue(), version));
      }
    }
    if (whole != null) {
      unexpected(draft, edit).forEach(address -> refusals.add(new Refusal.AppearedSince(address)));
    }
    return refusals;
  }

  private static String sentence(Refusal refusal) {
    return switch (refusal) {
      case Refusal.HeldBy held ->
          "run " + held.run() + " holds what you would change: wait for it, or cancel it";
      case Refusal.VersionMoved moved ->
          moved.at()
              + " has version "
              + moved.found()
              + ", not "
              + moved.expected()
              + ": someone changed it; "
              + AGAIN;
      case Refusal.AppearedSince appeared -> appeared.at() + " was added since: " + AGAIN;
      case Refusal.OtherRoot root -> throw new IllegalStateException("an edit has no root");
      case Refusal.PlanDiffers plan -> throw new IllegalStateException("an edit has no plan");
      case Refusal.Other other -> throw new IllegalStateException("no edit is refused so");
    };
  }

  private static List<Address> unexpected(Draft draft, StateEdit edit) {
    List<Address> unexpected = new ArrayList<>();
    for (StateRecord record : draft.state.records().all()) {
      if (!edit.expected().containsKey(record.address())) {
        unexpected.add(record.address());
      }
    }
    return unexpected;
  }

  /** Whoever edits the record of an address in doubt has settled it. */
  private static void reopen(Draft draft, Address address) {
    NodeEntry doubt = draft.state.indexes().doubts().get(address);
    if (doubt != null) {
      Commits.settled(draft, doubt);
    }
  }

  private static StateRecord written(Draft draft, StateEdit edit, StateRecord record) {
    return record
        .in(draft.state.workspace())
        .written(draft.moment.offset(), draft.moment.epoch(), edit.run(), draft.moment.now());
  }

  private static RunRecord record(
      Draft draft, StateEdit edit, List<Refusal> refusals, List<String> reasons) {
    return new RunRecord(
        edit.run(),
        draft.state.workspace(),
        RunKind.EDIT,
        RunPhase.ENDED,
        reasons.isEmpty() ? RunOutcome.SUCCEEDED : RunOutcome.REFUSED,
        RunOptions.DEFAULT,
        edit.by(),
        null,
        draft.moment.offset(),
        null,
        List.of(),
        0,
        null,
        List.of(),
        0,
        null,
        false,
        null,
        false,
        0,
        0,
        Map.of(),
        RunCounts.NONE,
        0,
        draft.moment.now(),
        draft.moment.now(),
        draft.moment.now(),
        List.of(),
        reasons.isEmpty() ? List.of(edit.what()) : reasons,
        List.of(),
        null,
        0,
        0,
        0,
        0,
        false,
        refusals);
  }
}
