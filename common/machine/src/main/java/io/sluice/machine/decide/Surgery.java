package io.sluice.machine.decide;

import io.sluice.machine.claim.Claim;
import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.fact.RunNote;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
import io.sluice.machine.rule.ClosedDoubts;
import io.sluice.machine.rule.ObjectRecords;
import io.sluice.machine.run.End;
import io.sluice.machine.run.Identity;
import io.sluice.machine.run.Run;
import io.sluice.machine.stored.Change;
import io.sluice.model.Address;
import io.sluice.model.message.Order.StateEdit;
import io.sluice.model.message.Order.Whole;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.Refusal;
import io.sluice.model.record.Refusal.AppearedSince;
import io.sluice.model.record.Refusal.HeldBy;
import io.sluice.model.record.Refusal.Other;
import io.sluice.model.record.Refusal.VersionMoved;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.StateRecord;
import io.sluice.model.record.WorkspaceRecord;
import io.sluice.model.record.WorkspaceRecord.Origin;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** State surgery: all of it or nothing, and never at an address that a run holds. */
public final class Surgery {
  private static final String AGAIN = "check it and repeat the edit";

  private Surgery() {}

  public static Decision edit(View view, StateEdit edit) {
    if (view.state().runState(edit.run()) != null) {
      return Decision.nothing();
    }
    List<Refusal> refusals = refusals(view, edit);
    List<String> reasons = refusals.stream().map(Surgery::sentence).toList();
    RunNote note =
        refusals.isEmpty()
            ? new RunNote.StateEdited(edit.what(), edit.by())
            : new RunNote.Refused(reasons);
    Decision begun = new Fact.RunBegan(ended(view, edit, refusals, reasons));
    return (refusals.isEmpty() ? begun.and(edited(view, edit)) : begun)
        .then(() -> told(view, edit.run(), note));
  }

  private static Decision told(View view, String id, RunNote note) {
    RunView run = view.run(id);
    return run == null ? Decision.nothing() : new Fact.RunNoted(run, note);
  }

  private static Decision edited(View view, StateEdit edit) {
    Decision edited = Decision.nothing();
    for (Address address : edit.remove()) {
      edited =
          edited.then(() -> ObjectRecords.remove(view, address)).then(() -> reopen(view, address));
    }
    for (StateRecord record : edit.put()) {
      edited =
          edited
              .then(() -> ObjectRecords.put(view, written(view, edit, record)))
              .then(() -> reopen(view, record.address()));
    }
    Whole whole = edit.whole();
    return whole == null ? edited : edited.and(remembered(view, whole));
  }

  private static Decision remembered(View view, Whole whole) {
    WorkspaceRecord known = view.state().workspaceRecord().orElse(null);
    String lineage = whole.lineage();
    if (whole.forget()) {
      return known == null ? Decision.nothing() : new Fact.Kept(new Change.Workspace(null));
    }
    if (lineage == null) {
      return Decision.nothing();
    }
    WorkspaceRecord workspace =
        new WorkspaceRecord(
            view.workspace(),
            known == null ? null : known.root(),
            known == null ? null : known.rootSetBy(),
            view.context().now(),
            new Origin(lineage, whole.serial(), view.context().offset()),
            known == null ? null : known.removedAt());
    return new Fact.Kept(new Change.Workspace(workspace));
  }

  private static List<Refusal> refusals(View view, StateEdit edit) {
    List<Refusal> refusals = new ArrayList<>();
    Set<Address> touched = new TreeSet<>();
    edit.put().forEach(record -> touched.add(record.address().live()));
    edit.remove().forEach(address -> touched.add(address.live()));
    Whole whole = edit.whole();
    Claim wanted = whole == null ? Claim.writing(touched) : Claim.WHOLE;
    for (RunState run : view.state().activeRuns()) {
      boolean waits = whole != null && whole.forget();
      Claim held = run.held();
      if (waits || held.conflictsWith(wanted)) {
        refusals.add(new HeldBy(run.id, touched.stream().filter(held::touches).toList()));
      }
    }
    for (Map.Entry<Address, Long> expected : edit.expected().entrySet()) {
      long version = view.record(expected.getKey()).map(StateRecord::version).orElse(0L);
      if (version != expected.getValue()) {
        refusals.add(new VersionMoved(expected.getKey(), expected.getValue(), version));
      }
    }
    if (whole != null) {
      unexpected(view, edit).forEach(address -> refusals.add(new AppearedSince(address)));
    }
    return refusals;
  }

  private static String sentence(Refusal refusal) {
    return switch (refusal) {
      case HeldBy held ->
          "run " + held.run() + " holds what you would change: wait for it, or cancel it";
      case VersionMoved moved ->
          moved.at()
              + " has version "
              + moved.found()
              + ", not "
              + moved.expected()
              + ": someone changed it; "
              + AGAIN;
      case AppearedSince appeared -> appeared.at() + " was added since: " + AGAIN;
      case Refusal.OtherRoot root -> throw new IllegalStateException("an edit has no root");
      case Refusal.PlanDiffers plan -> throw new IllegalStateException("an edit has no plan");
      case Other other -> throw new IllegalStateException("no edit is refused without a reason");
    };
  }

  private static List<Address> unexpected(View view, StateEdit edit) {
    List<Address> unexpected = new ArrayList<>();
    for (StateRecord record : view.state().allRecords()) {
      if (!edit.expected().containsKey(record.address())) {
        unexpected.add(record.address());
      }
    }
    return unexpected;
  }

  /** An edit of the record of an address in doubt settles the doubt. */
  private static Decision reopen(View view, Address address) {
    NodeEntry doubt = view.state().indexes().doubts().get(address);
    return doubt == null ? Decision.nothing() : ClosedDoubts.close(view, doubt);
  }

  private static StateRecord written(View view, StateEdit edit, StateRecord record) {
    return record
        .in(view.workspace())
        .written(view.context().offset(), view.context().epoch(), edit.run(), view.context().now());
  }

  /** An edit is a run that has ended when it has begun. */
  private static Run ended(
      View view, StateEdit edit, List<Refusal> refusals, List<String> reasons) {
    Instant now = view.context().now();
    Run run =
        Run.submitted(
            new Identity(
                edit.run(),
                view.workspace(),
                RunKind.EDIT,
                RunOptions.DEFAULT,
                edit.by(),
                null,
                view.context().offset(),
                now));
    RunOutcome outcome = reasons.isEmpty() ? RunOutcome.SUCCEEDED : RunOutcome.REFUSED;
    return run.in(run.stage().ended(new End(outcome, now, List.of(), refusals, false)))
        .with(run.control().because(reasons.isEmpty() ? List.of(edit.what()) : reasons))
        .with(run.history().started(now));
  }
}
