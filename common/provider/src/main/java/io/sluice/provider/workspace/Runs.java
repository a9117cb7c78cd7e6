package io.sluice.provider.workspace;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs of a deployment's workspaces, for a run that walks them: each of its nodes starts the run of
 * one workspace, under the node's operation token, and follows it to its end.
 */
public interface Runs {
  /**
   * Puts a run in. The same id twice is one run.
   *
   * @return why it is not sure to be in; empty once it is durable
   */
  Optional<String> submit(Child child);

  /** What is known of a run now. */
  Sight run(String workspace, String run);

  /** What was said, from a moment on, of a run that is not known; the caller closes it. */
  Refusals refusals(String run, Instant since);

  /** What a run that waits for approval would delete; empty if nobody can say now. */
  Optional<List<String>> deletions(String run);

  /** Whether the order is durable. */
  boolean approve(String workspace, String run, String hash);

  /** Asks a run to release nothing more; whether the order is durable. */
  boolean cancel(String workspace, String run, boolean force);

  /** Has the run whose node asks release nothing more for now; whether the order is durable. */
  boolean pause();

  /** The run whose node asks; empty if it can't be seen now. */
  Optional<Walk> walk();

  /** Goes on from where it was. */
  interface Refusals extends AutoCloseable {
    /** Why the run was not taken, if that has been said by now. */
    Optional<String> next();

    @Override
    void close();
  }

  /**
   * A run of one workspace.
   *
   * @param kind what it is for, in the word of submissions: {@code apply}, {@code destroy}
   * @param document a configuration on its way to the planner
   * @param options as JSON
   */
  record Child(
      String workspace, String run, String kind, byte[] document, String options, String by) {}

  /** What is known of a run. */
  sealed interface Sight {}

  /** No service has heard of it yet, or it was refused at the door. */
  record Unknown() implements Sight {}

  /** It can't be seen now. */
  record Hidden(String why) implements Sight {}

  record UnderWay(String phase) implements Sight {}

  record AwaitingApproval(@Nullable String hash) implements Sight {}

  /**
   * @param outcome as runs are shown with
   * @param reasons why it did not succeed
   */
  record Ended(boolean succeeded, String outcome, List<String> reasons, Map<String, Integer> counts)
      implements Sight {
    public Ended {
      reasons = List.copyOf(reasons);
      counts = Map.copyOf(counts);
    }
  }

  /**
   * @param stopping it releases nothing more
   * @param forced what it has begun is to be aborted
   * @param ended the nodes that have ended, and whether they succeeded
   */
  record Walk(boolean stopping, boolean forced, Map<String, Boolean> ended) {
    public Walk {
      ended = Map.copyOf(ended);
    }
  }
}
