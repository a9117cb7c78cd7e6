package io.sluice.planning;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.source.Diagnostic;
import io.sluice.model.message.PlanRequest.PlanRun;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.RunKind;
import io.sluice.planning.Planning.Drawn;
import io.sluice.planning.Planning.Outcome;
import io.sluice.planning.Planning.Refused;
import io.sluice.planning.Planning.Travelling;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.ask.Question;
import io.sluice.planning.configuration.ApprovedPlan;
import io.sluice.planning.configuration.Bundle;
import io.sluice.planning.configuration.Configuration;
import io.sluice.planning.configuration.Configuration.PlanInputs;
import io.sluice.planning.configuration.desired.EarlyReads;
import io.sluice.planning.configuration.values.Upstream;
import io.sluice.planning.document.CheckedDocument.Import;
import io.sluice.planning.graph.Plan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Plans a bundle, and compares the plan with the one that a person approved. */
final class BundlePlanning {
  private static final int SHOWN = 20;

  private final Configuration configuration;
  private final Bundle bundle;
  private final PlanRun request;
  private final Snapshot snapshot;
  private final Answers answers;

  private BundlePlanning(
      Configuration configuration,
      Bundle bundle,
      PlanRun request,
      Snapshot snapshot,
      Answers answers) {
    this.configuration = configuration;
    this.bundle = bundle;
    this.request = request;
    this.snapshot = snapshot;
    this.answers = answers;
  }

  static Outcome of(Travelling request, Snapshot snapshot, Answers answers) {
    return switch (Bundle.read(request.bundle())) {
      case Bundle.Faulty(List<Diagnostic> faults) -> new Refused(faults, true);
      case Bundle.Read(Bundle bundle) -> {
        Configuration.Loaded loaded = Configuration.of(bundle, request.registry());
        Configuration configuration = loaded.configuration();
        yield configuration == null
            ? new Refused(loaded.diagnostics(), true)
            : new BundlePlanning(
                    configuration, bundle, request.run(), seen(bundle, request, snapshot), answers)
                .planned(request.bundle());
      }
    };
  }

  /**
   * State as this plan sees it: who only asks takes it as it was found, and who changes it reads
   * first what was found otherwise.
   */
  private static Snapshot seen(Bundle bundle, Travelling request, Snapshot snapshot) {
    if (request.bundle().path(Bundle.AS_FOUND).asBoolean()) {
      return bundle.found().over(snapshot);
    }
    return request.run().refreshed() ? snapshot : bundle.found().due(snapshot);
  }

  private Outcome planned(JsonNode tree) {
    if (request.kind() == RunKind.DRIFT && tree.has("imports")) {
      Outcome outcome = imported(tree);
      return outcome instanceof Drawn drawn ? Drawn.reading(drawn.plan()) : outcome;
    }
    return request.kind() == RunKind.IMPORT ? imported(tree) : applied(tree);
  }

  private Outcome applied(JsonNode tree) {
    Set<String> readers = new HashSet<>(Set.of(request.run()));
    if (bundle.readsOf() != null) {
      readers.add(bundle.readsOf());
    }
    PlanInputs inputs = inputs(readers, tree);
    // what a person was shown is based on the reads before it, or on none
    boolean shown = bundle.readsOf() != null || request.options().approvedHash() != null;
    boolean everyProvider =
        request.kind() != RunKind.APPLY
            && request.kind() != RunKind.DESTROY
            && !tree.path("before_plan").asBoolean();
    boolean fresh = shown && !request.options().refresh();
    Optional<Plan> reads =
        request.refreshed() ? Optional.empty() : configuration.reads(inputs, !fresh, everyProvider);
    if (reads.isPresent()) {
      return Drawn.reading(reads.get());
    }
    return switch (Planning.of(configuration.plan(inputs))) {
      case Drawn drawn -> approved(drawn, tree.path("or_nothing").asBoolean());
      case Planning.Ask ask when bundle.answers() != null -> stale(ask);
      case Planning.Ask ask -> ask;
      case Refused refused -> refused;
    };
  }

  private PlanInputs inputs(Set<String> readers, JsonNode tree) {
    return new PlanInputs(
        snapshot,
        request.kind(),
        request.options(),
        EarlyReads.found(snapshot, readers),
        Upstream.of(tree.path(Upstream.FIELD)),
        answers);
  }

  private Outcome imported(JsonNode tree) {
    List<Import> wishes = new ArrayList<>();
    tree.path("imports")
        .forEach(
            wish -> wishes.add(new Import(wish.path("to").asText(), wish.path("id").asText())));
    boolean undeclared = tree.path("undeclared").asBoolean();
    return Planning.of(
        configuration.importing(inputs(Set.of(request.run()), tree), wishes, undeclared));
  }

  private static boolean doesNothing(Drawn drawn) {
    return !drawn.made().changesSomething()
        && drawn.plan().nodes().stream().allMatch(node -> node.action().isIdle());
  }

  /**
   * A question differs from an answered one if anything that its answer is based on has changed.
   */
  private static Outcome stale(Planning.Ask ask) {
    String subjects =
        ask.questions().stream()
            .map(Question::subject)
            .distinct()
            .limit(SHOWN)
            .collect(Collectors.joining(", "));
    return new Refused(
        List.of(
            Diagnostic.error(
                    "The plan differs from the approved one",
                    "State, or something else that the plan is based on, has changed since"
                        + " providers were asked about "
                        + subjects
                        + ".",
                    null)
                .withHint("Run the command again: it draws a new plan.")));
  }

  /**
   * @param orNothing a plan that does nothing, since everything was done meanwhile, counts as the
   *     approved one
   */
  private Outcome approved(Drawn drawn, boolean orNothing) {
    String hash = request.options().approvedHash();
    if (hash == null || hash.equals(drawn.plan().hash()) || (orNothing && doesNothing(drawn))) {
      return drawn;
    }
    List<String> lines = ApprovedPlan.difference(bundle.approved(), drawn.plan());
    String difference =
        lines.stream().limit(SHOWN).map(line -> "  " + line).collect(Collectors.joining("\n"))
            + (lines.size() > SHOWN ? "\n  and " + (lines.size() - SHOWN) + " more" : "");
    return new Refused(
        List.of(
            Diagnostic.error(
                    "The plan differs from the approved one",
                    "State has changed since the plan was shown. These changes differ:\n"
                        + difference
                        + "\n",
                    null)
                .withHint("Plan again, review the new plan, and approve it.")));
  }
}
