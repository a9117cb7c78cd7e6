package io.sluice.worker.workspace;

import io.sluice.client.reader.Reader;
import io.sluice.client.reader.Reader.Going;
import io.sluice.model.Action;
import io.sluice.model.plan.OnChange;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is to be done next about a workspace that reads outputs of others. It is decided by what
 * there is, and never by what was seen before: whoever looks next comes to the same.
 */
sealed interface ReaderStep {
  /** How the runs are submitted, and ended, that no person submits. */
  String BY = "on_change of ";

  /** How a run is ended for another one. */
  String MAKES_WAY = "what it reads, for run ";

  record Nothing() implements ReaderStep {}

  /** A run is due, unless something else is under way, or it has been tried. */
  record Begin() implements ReaderStep {}

  /** Its plan waits: it is approved if it may be. */
  record Judge(Going run) implements ReaderStep {}

  record Discard(Going run, String why) implements ReaderStep {}

  /**
   * @param id what the runs about the present change are called, but for their numbers; empty if
   *     nothing has changed
   */
  static ReaderStep next(Reader reader, Optional<String> id) {
    List<Going> own = reader.runs().stream().filter(ReaderStep::isOwn).toList();
    List<Going> others = reader.runs().stream().filter(run -> !isOwn(run)).toList();
    if (!own.isEmpty()) {
      Going run = own.getFirst();
      if (!run.awaitsApproval()) {
        return new Nothing();
      }
      if (!others.isEmpty()) {
        return new Discard(run, BY + MAKES_WAY + others.getFirst().run());
      }
      return id.filter(base -> run.run().startsWith(base)).isPresent()
          ? new Judge(run)
          : new Discard(run, BY + "what it reads, which is another by now");
    }
    boolean begins = reader.onChange() != OnChange.NOTIFY && reader.kept();
    return id.isPresent() && begins && others.isEmpty() ? new Begin() : new Nothing();
  }

  private static boolean isOwn(Going run) {
    return run.by().startsWith(BY);
  }

  /**
   * Whether nobody has to look at a plan: it only records what was read, or it is to be applied and
   * takes nothing away.
   *
   * @param circles the workspaces that read what they themselves make: for them a person decides,
   *     since one change would follow the other without an end
   */
  static boolean mayGo(Reader reader, Set<String> circles, Collection<Action> plan) {
    boolean applies = reader.onChange() == OnChange.APPLY && !circles.contains(reader.workspace());
    return plan.stream().allMatch(action -> applies ? !takesAway(action) : records(action));
  }

  private static boolean takesAway(Action action) {
    return switch (action) {
      case DELETE, REPLACE, FORGET -> true;
      case CREATE, UPDATE, READ, IMPORT, EXPAND, STEP, NOOP, PLAN -> false;
    };
  }

  private static boolean records(Action action) {
    return action == Action.READ || action == Action.NOOP;
  }
}
