package io.sluice.model.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.model.limit.Clipped;
import io.sluice.model.limit.Limits;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The state of a run: one small record under {@code WORKSPACE/RUN}, written again with each step.
 * The submission itself, the plan and the nodes have records of their own.
 *
 * @param queuedAt the inbox offset of its submission: its age in the claim queue
 * @param claim what it holds now; null while it waits and after it gave everything up
 * @param claimed addresses and blocks that it holds or waits for; empty means the whole workspace
 * @param widenings how often it was queued again because its plan touched more than it held
 * @param formerPlans discarded plans of this run: a late copy of one is not accepted again
 * @param stop why nothing more is released
 * @param replan the plan is based on records that have changed: plan again once what is out is
 *     settled
 * @param stateChangedAt the offset at which state last changed beneath its claim
 * @param windows places for tasks of one provider configuration
 * @param sequence the number of the last event written for it
 * @param waitingFor the runs that it was last said to wait for
 * @param failed the nodes that people must look at, the first hundred
 * @param refresh whether its reads are going on or done; null before
 * @param attempted attempts made until a plan was last discarded: later ones are numbered from
 *     there on, so that no two of a node have one number
 * @param round counts the planner's requests: the answer to an earlier one says nothing any more
 * @param askedAt the version at which the planner was last asked
 * @param unanswered how often in a row it was asked in vain
 * @param lingers it has ended for people, but the planner has yet to answer, or tasks that left
 *     with a late answer are out: until then it keeps what it holds
 * @param refusals what {@code reasons} say to people, as far as programs act on it
 * @param asks its plan holds nothing but questions to providers
 * @param beyond what placeholders would take away though the plan did not name it
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record RunRecord(
    String run,
    String workspace,
    RunKind kind,
    @JsonInclude(JsonInclude.Include.ALWAYS) RunPhase phase,
    @Nullable RunOutcome outcome,
    RunOptions options,
    @Nullable String by,
    @Nullable String root,
    long queuedAt,
    @Nullable ClaimScope claim,
    List<String> claimed,
    int widenings,
    @Nullable String planId,
    List<String> formerPlans,
    int parts,
    @Nullable String hash,
    boolean paused,
    @Nullable Stop stop,
    boolean replan,
    @JsonProperty("movedAt") long stateChangedAt,
    int parallelism,
    Map<String, Integer> windows,
    RunCounts counts,
    long sequence,
    Instant submittedAt,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    List<String> waitingFor,
    List<String> reasons,
    List<NodeSummary> failed,
    @Nullable Refresh refresh,
    int attempted,
    int round,
    long askedAt,
    int unanswered,
    boolean lingers,
    List<Refusal> refusals,
    boolean asks,
    @Nullable Beyond beyond) {
  public RunRecord {
    options = options == null ? RunOptions.DEFAULT : options;
    claimed = claimed == null ? List.of() : List.copyOf(claimed);
    formerPlans = formerPlans == null ? List.of() : List.copyOf(formerPlans);
    windows = windows == null ? Map.of() : Map.copyOf(windows);
    counts = counts == null ? RunCounts.NONE : counts;
    waitingFor = waitingFor == null ? List.of() : List.copyOf(waitingFor);
    by = by == null ? by : Clipped.of(by, Limits.STANDARD.texts().name());
    reasons = reasons == null ? List.of() : Clipped.reasons(reasons);
    failed = failed == null ? List.of() : List.copyOf(failed);
    refusals = refusals == null ? List.of() : Refusal.first(refusals);
  }

  /**
   * What placeholders would take away though the plan did not name it.
   *
   * @param waiting what someone has yet to agree to
   * @param approved what someone has agreed to
   * @param hash the hash that an approval must repeat
   */
  public record Beyond(List<String> waiting, List<String> approved, @Nullable String hash) {
    public Beyond {
      waiting = waiting == null ? List.of() : List.copyOf(waiting);
      approved = approved == null ? List.of() : List.copyOf(approved);
    }
  }

  /** The hash that an approval must repeat, whatever the run waits for. */
  public @Nullable String toApprove() {
    return beyond == null || beyond.waiting().isEmpty() ? hash : beyond.hash();
  }

  /** The progress of the reads before the plan. */
  public enum Refresh {
    @JsonProperty("reading")
    READING,
    @JsonProperty("done")
    DONE
  }

  /** What a run holds of its workspace. */
  public enum ClaimScope {
    /** Everything: what a run without targets needs to be planned. */
    @JsonProperty("whole")
    WHOLE,
    /** What {@code claimed} lists. */
    @JsonProperty("listed")
    LISTED,
    /** What its accepted plan touches and refers to. */
    @JsonProperty("plan")
    PLAN
  }

  /** Why a run releases nothing more. */
  public enum Stop {
    @JsonProperty("failure")
    FAILURE,
    @JsonProperty("cancelled")
    CANCELLED,
    @JsonProperty("interrupted")
    INTERRUPTED,
    @JsonProperty("unlocked")
    UNLOCKED,
    @JsonProperty("quarantined")
    QUARANTINED,
    @JsonProperty("refused")
    REFUSED
  }

  /** The phase to show: a pause or a stop takes precedence over what it interrupts. */
  public RunPhase shownPhase() {
    boolean going = phase == RunPhase.PLANNING || phase == RunPhase.RUNNING;
    if (going && stop != null) {
      return RunPhase.STOPPING;
    }
    return going && paused ? RunPhase.PAUSED : phase;
  }

  /** Whether it has ended for people; the machine may still wait for reports on what is out. */
  public boolean ended() {
    return endedAt != null;
  }

  /** Whether the planner has been asked for the plan and has not answered. */
  public boolean awaitsPlan() {
    return phase == RunPhase.PLANNING || (lingers && planId == null);
  }

  /** Whether it still has, or will have, something to decide. */
  public boolean active() {
    return !ended() || lingers;
  }

  /** Each value by its name. */
  public static RunRecord of(Consumer<Draft> values) {
    Draft draft = new Draft();
    values.accept(draft);
    return draft.built();
  }

  /** The values of a {@link RunRecord} by name; {@code of} refuses what is missing. */
  @SuppressWarnings("NullAway.Init") // built() refuses what is missing
  public static final class Draft {
    public String run;
    public String workspace;
    public RunKind kind;
    public RunPhase phase;
    public @Nullable RunOutcome outcome;
    public RunOptions options = RunOptions.DEFAULT;
    public @Nullable String by;
    public @Nullable String root;
    public long queuedAt;
    public @Nullable ClaimScope claim;
    public List<String> claimed = List.of();
    public int widenings;
    public @Nullable String planId;
    public List<String> formerPlans = List.of();
    public int parts;
    public @Nullable String hash;
    public boolean paused;
    public @Nullable Stop stop;
    public boolean replan;
    public long stateChangedAt;
    public int parallelism;
    public Map<String, Integer> windows = Map.of();
    public RunCounts counts = RunCounts.NONE;
    public long sequence;
    public Instant submittedAt;
    public @Nullable Instant startedAt;
    public @Nullable Instant endedAt;
    public List<String> waitingFor = List.of();
    public List<String> reasons = List.of();
    public List<NodeSummary> failed = List.of();
    public @Nullable Refresh refresh;
    public int attempted;
    public int round;
    public long askedAt;
    public int unanswered;
    public boolean lingers;
    public List<Refusal> refusals = List.of();
    public boolean asks;
    public @Nullable Beyond beyond;

    private Draft() {}

    private RunRecord built() {
      return new RunRecord(
          Objects.requireNonNull(run, "run"),
          Objects.requireNonNull(workspace, "workspace"),
          Objects.requireNonNull(kind, "kind"),
          Objects.requireNonNull(phase, "phase"),
          outcome,
          options,
          by,
          root,
          queuedAt,
          claim,
          claimed,
          widenings,
          planId,
          formerPlans,
          parts,
          hash,
          paused,
          stop,
          replan,
          stateChangedAt,
          parallelism,
          windows,
          counts,
          sequence,
          Objects.requireNonNull(submittedAt, "submittedAt"),
          startedAt,
          endedAt,
          waitingFor,
          reasons,
          failed,
          refresh,
          attempted,
          round,
          askedAt,
          unanswered,
          lingers,
          refusals,
          asks,
          beyond);
    }
  }
}
