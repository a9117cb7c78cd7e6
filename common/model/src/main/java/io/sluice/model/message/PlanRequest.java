package io.sluice.model.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the owner of a workspace asks the planner for. An answer repeats what identifies the
 * request, so that it can be asked again: {@code run} and {@code round}, or {@code run}, node and
 * {@code attempt}.
 */
public sealed interface PlanRequest {
  String run();

  String workspace();

  long epoch();

  /** The snapshot that is read must be at least this old: the offset of the last applied input. */
  long version();

  /**
   * The run has its claim: plan it.
   *
   * @param claim what the run holds, addresses and blocks; empty means the whole workspace. A plan
   *     that touches more releases nothing with {@code Planned}: the run is queued again with the
   *     wider set
   * @param window how many nodes may leave with {@code Planned}; 0 while approval or a pause
   *     forbids it
   * @param reads always empty, and read by no planner of this build: older ones expect the field
   * @param refreshed what had to be read has been read: plan what is to be changed
   * @param attempted the number that the first attempts of this plan follow
   * @param tasks what the first tasks are made with; null from an older machine
   * @param round counts the requests of the run; the answer to an earlier round says nothing
   * @param answers what providers have answered so far: of each batch, as its worker sealed it
   */
  record PlanRun(
      String run,
      String workspace,
      long epoch,
      long version,
      RunKind kind,
      JsonNode document,
      RunOptions options,
      @Nullable String root,
      int window,
      Map<String, JsonNode> reads,
      List<String> claim,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean refreshed,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) int attempted,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) int round,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable TaskSettings tasks,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<JsonNode> answers)
      implements PlanRequest {
    public PlanRun {
      answers = answers == null ? List.of() : List.copyOf(answers);
      reads = reads == null ? Map.of() : reads;
      claim = claim == null ? List.of() : List.copyOf(claim);
    }

    /** As if it were for a run of that kind, and nothing were to be read first. */
    public PlanRun planning(RunKind other) {
      return new PlanRun(
          run, workspace, epoch, version, other, document, options, root, window, reads, claim,
          true, attempted, round, tasks, answers);
    }

    /** Each value by its name. */
    public static PlanRun of(Consumer<Draft> values) {
      Draft draft = new Draft();
      values.accept(draft);
      return draft.built();
    }

    /** The values of a {@link PlanRun} by name; {@code of} refuses what is missing. */
    @SuppressWarnings("NullAway.Init") // built() refuses what is missing
    public static final class Draft {
      public String run;
      public String workspace;
      public long epoch;
      public long version;
      public RunKind kind;
      public JsonNode document;
      public RunOptions options;
      public @Nullable String root;
      public int window;
      public Map<String, JsonNode> reads = Map.of();
      public List<String> claim = List.of();
      public boolean refreshed;
      public int attempted;
      public int round;
      public @Nullable TaskSettings tasks;
      public List<JsonNode> answers = List.of();

      private Draft() {}

      private PlanRun built() {
        return new PlanRun(
            Objects.requireNonNull(run, "run"),
            Objects.requireNonNull(workspace, "workspace"),
            epoch,
            version,
            Objects.requireNonNull(kind, "kind"),
            Objects.requireNonNull(document, "document"),
            Objects.requireNonNull(options, "options"),
            root,
            window,
            reads,
            claim,
            refreshed,
            attempted,
            round,
            tasks,
            answers);
      }
    }
  }

  /**
   * The deployment's choices for tasks. They are the state service's; the planner, which makes the
   * first tasks of a plan, has none of its own.
   *
   * @param callTimeout how long one provider call may take where the node does not say
   * @param longestCall no call lasts longer, whatever the node says
   * @param visibilityDelay how long a provider may hide an object that it has made
   * @param callsPerTask provider calls inside one attempt
   * @param maxValueBytes values that are smaller are counted, larger ones are measured
   */
  record TaskSettings(
      Duration callTimeout,
      Duration longestCall,
      Duration visibilityDelay,
      int callsPerTask,
      int maxValueBytes) {}

  /**
   * The dependencies of a placeholder are committed: say what it becomes.
   *
   * @param answers what providers have answered to earlier requests about it
   * @param parallelism how much the run may do at once; 0 where nobody said
   * @param document what was submitted, where it is evaluated again
   */
  record ExpandNode(
      String run,
      String workspace,
      long epoch,
      long version,
      Node expand,
      Map<String, JsonNode> values,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) int attempt,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<JsonNode> answers,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) int parallelism,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable JsonNode document)
      implements PlanRequest {
    public ExpandNode {
      answers = answers == null ? List.of() : List.copyOf(answers);
      values = values == null ? Map.of() : values;
    }

    public ExpandNode(
        String run,
        String workspace,
        long epoch,
        long version,
        Node expand,
        Map<String, JsonNode> values) {
      this(run, workspace, epoch, version, expand, values, 0, List.of(), 0, null);
    }

    public ExpandNode(
        String run,
        String workspace,
        long epoch,
        long version,
        Node expand,
        Map<String, JsonNode> values,
        int attempt) {
      this(run, workspace, epoch, version, expand, values, attempt, List.of(), 0, null);
    }
  }
}
