package io.sluice.planning;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.source.Diagnostic;
import io.sluice.model.EveryInstance;
import io.sluice.model.message.PlanRequest.ExpandNode;
import io.sluice.model.message.PlanRequest.PlanRun;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Purpose;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.ask.Question;
import io.sluice.planning.configuration.Configuration;
import io.sluice.planning.configuration.Configuration.PlanInputs;
import io.sluice.planning.configuration.ConfigurationPlan;
import io.sluice.planning.configuration.desired.EarlyReads;
import io.sluice.planning.configuration.values.Upstream;
import io.sluice.planning.decide.Situation;
import io.sluice.planning.document.CheckedDocument;
import io.sluice.planning.graph.Diff;
import io.sluice.planning.graph.Plan;
import io.sluice.planning.graph.Reading;
import io.sluice.planning.secret.Secrets;
import io.sluice.provider.ProviderRegistry;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The one way to a plan, for the command line, the planner service and expansions alike: the same
 * request on the same state with the same answers is the same plan.
 */
public final class Planning {
  private Planning() {}

  /** What is to be planned. */
  public sealed interface Request {}

  /**
   * A plan document.
   *
   * @param readsDone whether what has to be read first was read, or need not be
   */
  public record Document(
      CheckedDocument document,
      RunKind kind,
      RunOptions options,
      boolean readsDone,
      ProviderRegistry registry)
      implements Request {}

  /**
   * A configuration as it is in a directory.
   *
   * @param readers the runs whose reads of data sources count
   * @param upstream what is planned of other workspaces
   */
  public record Directory(
      Configuration configuration,
      RunKind kind,
      RunOptions options,
      Set<String> readers,
      Upstream upstream)
      implements Request {
    public Directory(
        Configuration configuration, RunKind kind, RunOptions options, Set<String> readers) {
      this(configuration, kind, options, readers, Upstream.NONE);
    }
  }

  /** A configuration as it travels with a run, its sealed values opened. */
  public record Travelling(JsonNode bundle, PlanRun run, ProviderRegistry registry)
      implements Request {}

  /** The instances of a block in the middle of a run; {@code secrets} opens what comes sealed. */
  public record Instances(ExpandNode block, Secrets secrets, ProviderRegistry registry)
      implements Request {
    /** Whether it is inside of a module call that the run expands, or comes of one. */
    boolean isLate() {
      return EveryInstance.isLate(block.expand().address());
    }
  }

  /** The outcome of planning. */
  public sealed interface Outcome {}

  /**
   * @param made the plan, and what people see of it
   * @param worth the value of an output that was planned during a run; null otherwise
   */
  public record Drawn(ConfigurationPlan made, Purpose purpose, @Nullable Worth worth)
      implements Outcome {
    Drawn(ConfigurationPlan made, Purpose purpose) {
      this(made, purpose, null);
    }

    Drawn worth(Worth value) {
      return new Drawn(made, purpose, value);
    }

    static Drawn of(Plan plan) {
      return new Drawn(ConfigurationPlan.untold(plan), Purpose.CHANGE);
    }

    static Drawn reading(Plan plan) {
      return new Drawn(ConfigurationPlan.untold(plan), Purpose.READ);
    }

    public Plan plan() {
      return made.plan();
    }
  }

  /**
   * A value.
   *
   * @param sensitive JSON pointers of what must not be seen of it
   */
  public record Worth(JsonNode value, List<String> sensitive) {
    public Worth {
      sensitive = List.copyOf(sensitive);
    }
  }

  /** Providers have to answer first; then the request is planned again with their answers. */
  public record Ask(List<Question> questions) implements Outcome {
    public Ask {
      questions = List.copyOf(questions);
    }

    /** The refusal by a caller that has no way to ask. */
    public Refused unanswered() {
      String addresses =
          questions.stream().map(Question::subject).distinct().collect(Collectors.joining(", "));
      return new Refused(
          List.of(
              Diagnostic.error(
                  "Provider not available for planning",
                  "Planning needs the providers of "
                      + addresses
                      + ", and this process cannot ask them.",
                  null)));
    }
  }

  /**
   * @param invalid whether what is written is wrong whatever state holds
   */
  public record Refused(List<Diagnostic> reasons, boolean invalid) implements Outcome {
    public Refused {
      reasons = List.copyOf(reasons);
    }

    Refused(List<Diagnostic> reasons) {
      this(reasons, false);
    }
  }

  /** {@code snapshot} has those values opened that the request compares or evaluates. */
  public static Outcome of(Request request, Snapshot snapshot, Answers answers) {
    return switch (request) {
      case Document document -> document(document, snapshot, answers);
      case Directory directory -> directory(directory, snapshot, answers);
      case Travelling travelling -> BundlePlanning.of(travelling, snapshot, answers);
      case Instances instances ->
          instances.isLate()
              ? new LatePlanning(instances, answers).on(snapshot)
              : new InstancePlanning(instances, answers).on(snapshot);
    };
  }

  private static Outcome document(Document request, Snapshot snapshot, Answers answers) {
    Situation situation =
        new Situation(
            request.document(),
            snapshot,
            request.kind(),
            request.options(),
            request.registry(),
            answers);
    Optional<Plan> reads = request.readsDone() ? Optional.empty() : Reading.draw(situation);
    return reads.<Outcome>map(Drawn::reading).orElseGet(() -> of(Diff.draw(situation)));
  }

  private static Outcome directory(Directory request, Snapshot snapshot, Answers answers) {
    return of(
        request
            .configuration()
            .plan(
                new PlanInputs(
                    snapshot,
                    request.kind(),
                    request.options(),
                    EarlyReads.found(snapshot, request.readers()),
                    request.upstream(),
                    answers)));
  }

  static Outcome of(Diff.Outcome outcome) {
    return switch (outcome) {
      case Diff.Drawn(Plan plan) -> Drawn.of(plan);
      case Diff.Asked(List<Question> questions) -> new Ask(questions);
      case Diff.Refused(List<Diagnostic> reasons) -> new Refused(reasons);
    };
  }

  static Outcome of(Configuration.Outcome outcome) {
    return switch (outcome) {
      case Configuration.Planned(ConfigurationPlan plan) -> new Drawn(plan, Purpose.CHANGE);
      case Configuration.Asked(List<Question> questions) -> new Ask(questions);
      case Configuration.Refused(List<Diagnostic> reasons) -> new Refused(reasons);
    };
  }
}
