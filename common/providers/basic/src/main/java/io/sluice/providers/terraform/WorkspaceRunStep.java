package io.sluice.providers.terraform;

import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.BOOL;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.StepType;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.workspace.CarriedDocument;
import io.sluice.provider.workspace.Runs;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The run of one workspace, as a node of the run that walks several. The node's operation token is
 * the id of the run: a repeated attempt finds the run that was begun.
 */
final class WorkspaceRunStep implements StepType {
  private static final Duration SOONEST = Duration.ofMillis(200);
  private static final Duration LATEST = Duration.ofSeconds(2);
  private static final Duration REFUSAL_IS_LOOKED_FOR = Duration.ofSeconds(5);
  private static final Duration CANCELLED_UNSEEN = Duration.ofMinutes(1);

  /** Events have the times of those who wrote them. */
  private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(1);

  /** An earlier attempt may have submitted it that long ago. */
  private static final Duration LONGEST = Duration.ofHours(25);

  private static final TypeSchema SCHEMA =
      TypeSchema.step(
              "sluice_run",
              "The run of one workspace; `sluice fleet apply` and `sluice stack apply` make it.",
              RepeatClass.TOKEN,
              required("workspace", STRING).describedAs("The workspace."),
              required("document", STRING).describedAs("Its configuration, packed."),
              required("options", STRING).describedAs("The options of the run, as JSON."),
              required("by", STRING).describedAs("Who requested it."),
              optional("kind", STRING).describedAs("Its purpose: apply or destroy."),
              optional("may_delete", AttributeType.listOf(STRING))
                  .describedAs("The deletions that were shown: a plan without others is approved."),
              optional("or_nothing", BOOL).describedAs("Also approve a plan that does nothing."),
              optional("only_if", BOOL).describedAs("Whether it is begun; else that is all."),
              optional("follows", STRING)
                  .describedAs("A node of the same run: if that never began, this does not."))
          .lasting(Duration.ofDays(1));

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome run(OperationContext context, JsonNode arguments)
      throws ProviderFailure, InterruptedException {
    String workspace = arguments.path("workspace").asText();
    Runs runs = WalkWait.runs(context);
    if (!isWanted(arguments, runs)) {
      return new Outcome.Done(
          context.token(), Json.object().put("workspace", workspace).put("begun", false));
    }
    try (Following following = new Following(context, arguments, workspace, runs)) {
      following.begin();
      return following.toTheEnd();
    }
  }

  /** What is decided has ended by then, so whoever asks again is told the same. */
  private static boolean isWanted(JsonNode arguments, Runs runs) {
    if (!arguments.path("only_if").asBoolean(true)) {
      return false;
    }
    String follows = arguments.path("follows").asText();
    return follows.isEmpty()
        || runs.walk().map(walk -> walk.ended().containsKey(follows)).orElse(true);
  }

  /** One run on its way. */
  private static final class Following implements AutoCloseable {
    private final OperationContext context;
    private final JsonNode arguments;
    private final String workspace;
    private final String run;
    private final Runs runs;
    private final Instant begun = Instant.now();
    private Duration pause = SOONEST;
    private Duration unknownFor = Duration.ZERO;
    private Runs.@Nullable Refusals refusals;
    private boolean submitted;
    private boolean seen;
    private boolean cancelled;
    private boolean aborted;
    private String approved = "";
    private boolean held;

    Following(OperationContext context, JsonNode arguments, String workspace, Runs runs) {
      this.context = context;
      this.arguments = arguments;
      this.workspace = workspace;
      this.run = context.token();
      this.runs = runs;
    }

    /** Looks first for the run that an earlier attempt may have submitted. */
    void begin() throws ProviderFailure {
      if (context.recovering()) {
        return;
      }
      if (runs.walk().map(Runs.Walk::stopping).orElse(false)) {
        throw ProviderFailure.permanent(
            "CANCELLED", "the run was cancelled before it began that of workspace " + workspace);
      }
      submit();
    }

    private void submit() throws ProviderFailure {
      Runs.Child child;
      try {
        child =
            new Runs.Child(
                workspace,
                run,
                arguments.path("kind").asText("apply"),
                CarriedDocument.opened(arguments.path("document").asText()),
                arguments.path("options").asText(),
                arguments.path("by").asText());
      } catch (IllegalArgumentException e) {
        throw ProviderFailure.permanent(
            "BAD_DOCUMENT", "the configuration of " + workspace + ": " + e.getMessage());
      }
      Optional<String> failure = runs.submit(child);
      if (failure.isPresent()) {
        throw ProviderFailure.inDoubt(
            "UNSENT", "whether run " + run + " was submitted is not known: " + failure.get());
      }
      submitted = true;
    }

    Outcome toTheEnd() throws ProviderFailure, InterruptedException {
      while (true) {
        Optional<Runs.Walk> stopping = runs.walk().filter(Runs.Walk::stopping);
        switch (runs.run(workspace, run)) {
          case Runs.Ended ended -> {
            return outcome(ended);
          }
          case Runs.Unknown none -> {
            Optional<Outcome> end = unknown(stopping.isPresent());
            if (end.isPresent()) {
              return end.get();
            }
          }
          case Runs.Hidden hidden -> makeSure(stopping.isPresent());
          case Runs.AwaitingApproval(String hash) -> {
            seen();
            if (stopping.isEmpty()) {
              decide(hash);
            }
          }
          case Runs.UnderWay underWay -> seen();
        }
        if (seen && stopping.isPresent()) {
          cancel(stopping.get().forced());
        }
        try {
          context.pause(pause);
        } catch (OperationContext.Stopped e) {
          return stopped();
        }
        pause = pause.compareTo(LATEST) < 0 ? pause.plus(pause.dividedBy(4)) : LATEST;
      }
    }

    private void seen() {
      seen = true;
      close();
    }

    /** Submits the run if it has not been seen: the same id twice is one run. */
    private void makeSure(boolean stopping) throws ProviderFailure {
      if (!submitted && !seen && !stopping) {
        submit();
      }
    }

    /** A submission may wait for a planner: it is refused only if an event says so. */
    private Optional<Outcome> unknown(boolean stopping) throws ProviderFailure {
      makeSure(stopping);
      unknownFor = unknownFor.plus(pause);
      if (unknownFor.compareTo(REFUSAL_IS_LOOKED_FOR) > 0) {
        Optional<String> refusal = refusals().next();
        if (refusal.isPresent()) {
          return Optional.of(failed("was refused", List.of(refusal.get())));
        }
      }
      return stopping && unknownFor.compareTo(CANCELLED_UNSEEN) > 0
          ? Optional.of(
              new Outcome.InDoubt(
                  "UNSEEN",
                  "run "
                      + run
                      + " of workspace "
                      + workspace
                      + " is not known yet: it may still begin"))
          : Optional.empty();
    }

    private Runs.Refusals refusals() {
      Runs.Refusals open = refusals;
      if (open == null) {
        open = runs.refusals(run, begun.minus(context.recovering() ? LONGEST : CLOCKS_DIFFER));
        refusals = open;
      }
      return open;
    }

    @Override
    public void close() {
      if (refusals != null) {
        refusals.close();
        refusals = null;
      }
    }

    /**
     * The walk is cancelled: cancels the run that was begun for it, with or without force as well.
     */
    private void cancel(boolean force) {
      if (!cancelled || (force && !aborted)) {
        boolean sent = runs.cancel(workspace, run, force);
        cancelled |= sent;
        aborted |= sent && force;
      }
    }

    /** The call is to end at once: cancelled by force, or the worker goes, or a day has passed. */
    private Outcome stopped() {
      runs.walk().filter(Runs.Walk::stopping).ifPresent(walk -> cancel(walk.forced()));
      return new Outcome.InDoubt(
          "UNDER_WAY", "run " + run + " of workspace " + workspace + " goes on");
    }

    /** Approval covers what was shown: what would delete more waits for a person. */
    private void decide(@Nullable String hash) {
      if (hash == null || approved.equals(hash)) {
        return;
      }
      // the planner refuses any other plan than the one that was shown, except one that is idle
      if (arguments.path("or_nothing").asBoolean()) {
        approve(hash);
        return;
      }
      if (!arguments.path("may_delete").isArray()) {
        return;
      }
      Set<String> shown = new HashSet<>();
      arguments.path("may_delete").forEach(address -> shown.add(address.asText()));
      Optional<List<String>> deletions = runs.deletions(run);
      if (deletions.isEmpty()) {
        return;
      }
      List<String> more = deletions.get().stream().filter(each -> !shown.contains(each)).toList();
      if (more.isEmpty()) {
        approve(hash);
      } else if (!held) {
        held = true;
        context
            .log()
            .say(
                "run "
                    + run
                    + " waited for approval, since it would delete what the plan did not show: "
                    + String.join(", ", more));
      }
    }

    private void approve(String hash) {
      approved = runs.approve(workspace, run, hash) ? hash : "";
    }

    private Outcome outcome(Runs.Ended ended) {
      if (!ended.succeeded()) {
        return failed("ended as " + ended.outcome(), ended.reasons());
      }
      ObjectNode output = Json.object().put("workspace", workspace).put("run", run);
      ended.counts().forEach(output::put);
      return new Outcome.Done(run, output);
    }

    /**
     * Nothing is in doubt, whatever became of earlier attempts: the failure names the run that they
     * began.
     */
    private Outcome failed(String how, List<String> reasons) {
      return Outcome.permanent(
              "WORKSPACE_FAILED",
              "the run of workspace "
                  + workspace
                  + " "
                  + how
                  + (reasons.isEmpty() ? "" : ": " + String.join("; ", reasons))
                  + ". `sluice runs show "
                  + run
                  + "` says more")
          .withPartial(run, Json.object().put("workspace", workspace).put("run", run));
    }
  }
}
