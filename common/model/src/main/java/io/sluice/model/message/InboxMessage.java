package io.sluice.model.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Address;
import io.sluice.model.Phase;
import io.sluice.model.TaskError;
import io.sluice.model.limit.Clipped;
import io.sluice.model.limit.Limits;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.Purpose;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All that a workspace must decide on, in the one order of its inbox partition. */
public sealed interface InboxMessage
    permits InboxMessage.Submitted,
        InboxMessage.PlanPart,
        InboxMessage.Planned,
        InboxMessage.PlanRefused,
        InboxMessage.OfAttempt,
        InboxMessage.Expanded,
        Order {
  String run();

  /** The workspace that the message names itself; null where only its header does. */
  default @Nullable String workspace() {
    return null;
  }

  /** What a worker reports about an attempt whose task came to it. */
  sealed interface OfAttempt extends InboxMessage
      permits Started, Result, Redelivered, Dropped, Deferred, GaveUp {
    String node();

    int attempt();

    String claimId();
  }

  private static String sentence(String reason) {
    return reason == null ? reason : Clipped.of(reason, Limits.STANDARD.texts().sentence());
  }

  /** A run was asked for. {@code root} is the document's name or the module's directory. */
  record Submitted(
      String run,
      String workspace,
      RunKind kind,
      JsonNode document,
      RunOptions options,
      @Nullable String root,
      String by)
      implements InboxMessage {}

  /**
   * Idempotent: the same part of the same plan twice is one part. A part that is kept may also hold
   * what a placeholder became: then {@code expands} names it.
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record PlanPart(
      String run,
      String planId,
      @JsonInclude(JsonInclude.Include.ALWAYS) int i,
      @JsonInclude(JsonInclude.Include.ALWAYS) List<Node> nodes,
      Map<Address, Long> basis,
      @Nullable String expands)
      implements InboxMessage {
    public PlanPart {
      nodes = List.copyOf(nodes);
      basis = basis == null ? Map.of() : Map.copyOf(basis);
    }

    public PlanPart(String run, String planId, int i, List<Node> nodes, Map<Address, Long> basis) {
      this(run, planId, i, nodes, basis, null);
    }
  }

  /**
   * The plan is complete; {@code released} left with it in the same transaction. {@code planId} is
   * another one for each request. A basis of 0 says that there was no such record.
   *
   * @param windows places for tasks of one provider configuration, where it has a limit
   * @param refresh it holds nothing but reads: when they are done, what they found is planned on
   * @param held nodes that must not be begun, since they are in doubt or tied to one that is
   * @param round of the request that it answers
   * @param asks it holds nothing but questions to providers: when they are answered, the planner is
   *     asked again with the answers
   */
  record Planned(
      String run,
      String planId,
      int parts,
      int nodes,
      String hash,
      long version,
      Map<Address, Long> basis,
      List<Released> released,
      Map<String, Integer> windows,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean refresh,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Held> held,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) int round,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean asks)
      implements InboxMessage {
    public Planned {
      basis = basis == null ? Map.of() : Map.copyOf(basis);
      released = released == null ? List.of() : List.copyOf(released);
      windows = windows == null ? Map.of() : Map.copyOf(windows);
      held = held == null ? List.of() : List.copyOf(held);
    }

    public Purpose purpose() {
      return asks ? Purpose.ASK : refresh ? Purpose.READ : Purpose.CHANGE;
    }

    /** Each value by its name. */
    public static Planned of(Consumer<Draft> values) {
      Draft draft = new Draft();
      values.accept(draft);
      return draft.built();
    }

    /** The values of a {@link Planned} by name; {@code of} refuses what is missing. */
    @SuppressWarnings("NullAway.Init") // built() refuses what is missing
    public static final class Draft {
      public String run;
      public String planId;
      public int parts;
      public int nodes;
      public String hash;
      public long version;
      public Map<Address, Long> basis = Map.of();
      public List<Released> released = List.of();
      public Map<String, Integer> windows = Map.of();
      public boolean refresh;
      public List<Held> held = List.of();
      public int round;
      public boolean asks;

      private Draft() {}

      private Planned built() {
        return new Planned(
            Objects.requireNonNull(run, "run"),
            Objects.requireNonNull(planId, "planId"),
            parts,
            nodes,
            Objects.requireNonNull(hash, "hash"),
            version,
            basis,
            released,
            windows,
            refresh,
            held,
            round,
            asks);
      }
    }
  }

  /** A node that left with the plan. */
  record Released(String node, int attempt, String token) {}

  /** A node of the plan that is not executed, and why. */
  record Held(String node, String reason) {
    public Held {
      reason = sentence(reason);
    }
  }

  /** The planner refuses the run under its claim; the reasons are whole diagnostics. */
  record PlanRefused(
      String run, List<String> reasons, @JsonInclude(JsonInclude.Include.NON_DEFAULT) int round)
      implements InboxMessage {
    public PlanRefused {
      reasons = Clipped.reasons(reasons);
    }

    public PlanRefused(String run, List<String> reasons) {
      this(run, reasons, 0);
    }
  }

  /**
   * @param absent the worker has looked and found nothing of that name: what stands there later may
   *     be what this call made. Null where it did not look
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Started(
      String run,
      String node,
      int attempt,
      String claimId,
      String incarnation,
      Phase phase,
      @Nullable Boolean absent)
      implements OfAttempt {
    public Started(
        String run, String node, int attempt, String claimId, String incarnation, Phase phase) {
      this(run, node, attempt, claimId, incarnation, phase, null);
    }
  }

  /**
   * @param calls how many calls the attempt made; no service reads it, people find it in a record
   * @param existed the object existed before and was taken over as it is: it is never deleted
   * @param lines what a step has to say to those who follow the run; no more than people read
   * @param underWay of a call in doubt whose process has certainly ended: how long what it asked
   *     for may still be on its way. Null where the call itself may go on
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record Result(
      String run,
      String node,
      int attempt,
      String claimId,
      Outcome outcome,
      @Nullable String id,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable JsonNode attributes,
      @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("private")
          @Nullable JsonNode privateData,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable JsonNode desired,
      List<String> sensitivePaths,
      @Nullable TaskError error,
      int calls,
      long tookMs,
      boolean recovered,
      boolean unchanged,
      @Nullable String root,
      @Nullable String worker,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean existed,
      List<String> lines,
      @Nullable Duration underWay)
      implements OfAttempt {
    public Result {
      sensitivePaths = sensitivePaths == null ? List.of() : List.copyOf(sensitivePaths);
      lines = lines == null ? List.of() : Clipped.lines(lines);
    }

    /** A failure that knows an id has left an object behind, as a success has. */
    public boolean mayHaveMade() {
      return outcome == Outcome.OK || (outcome == Outcome.FAILED && id != null);
    }

    /** Each value by its name. */
    public static Result of(Consumer<ResultDraft> values) {
      ResultDraft draft = new ResultDraft();
      values.accept(draft);
      return draft.built();
    }
  }

  /** A worker met a record of delivery count above 1 and did not execute it. */
  record Redelivered(String run, String node, int attempt, String claimId, String reason)
      implements OfAttempt {
    public Redelivered {
      reason = sentence(reason);
    }
  }

  record Dropped(String run, String node, int attempt, String claimId, String reason)
      implements OfAttempt {
    public Dropped {
      reason = sentence(reason);
    }
  }

  /**
   * @param until by the worker's clock
   * @param lasting counted from when this is decided on; it takes precedence over {@code until}
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Deferred(
      String run,
      String node,
      int attempt,
      String claimId,
      String reason,
      Instant until,
      @Nullable Duration lasting)
      implements OfAttempt {
    public Deferred {
      reason = sentence(reason);
    }

    public Deferred(
        String run, String node, int attempt, String claimId, String reason, Instant until) {
      this(run, node, attempt, claimId, reason, until, null);
    }
  }

  /**
   * A lease is given back, and nothing was called under it: a call that was interrupted is a {@link
   * Result} in doubt. {@code accepted} is false if the task's acceptance was not confirmed: then
   * the task may come to another worker, where the same attempt goes on.
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record GaveUp(
      String run,
      String node,
      int attempt,
      String claimId,
      String reason,
      @Nullable Boolean accepted)
      implements OfAttempt {
    public GaveUp {
      reason = sentence(reason);
    }

    public GaveUp(String run, String node, int attempt, String claimId, String reason) {
      this(run, node, attempt, claimId, reason, null);
    }
  }

  /**
   * What a placeholder became; {@code surplus} deletes are nodes like any other.
   *
   * @param attempt of the request that it answers
   * @param asks nodes are questions to providers that have to be answered first: the planner is
   *     asked again with the answers
   * @param outputs its value, if it is an output of modules and becomes no nodes
   * @param beyond what would be deleted or replaced although the plan did not name it
   */
  record Expanded(
      String run,
      String node,
      String planId,
      List<Node> nodes,
      @Nullable TaskError error,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) int attempt,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean asks,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable JsonNode outputs,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> beyond)
      implements InboxMessage {
    public Expanded {
      nodes = nodes == null ? List.of() : List.copyOf(nodes);
      beyond = beyond == null ? List.of() : List.copyOf(beyond);
    }

    public Expanded(
        String run,
        String node,
        String planId,
        List<Node> nodes,
        @Nullable TaskError error,
        int attempt,
        boolean asks) {
      this(run, node, planId, nodes, error, attempt, asks, null, List.of());
    }

    public Expanded(
        String run, String node, String planId, List<Node> nodes, @Nullable TaskError error) {
      this(run, node, planId, nodes, error, 0);
    }

    public Expanded(
        String run,
        String node,
        String planId,
        List<Node> nodes,
        @Nullable TaskError error,
        int attempt) {
      this(run, node, planId, nodes, error, attempt, false);
    }
  }
}
