package io.sluice.planner.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.source.Diagnostic;
import io.sluice.model.message.PlanRequest.PlanRun;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.RunKind;
import io.sluice.planning.configuration.ApprovedPlan;
import io.sluice.planning.configuration.Bundle;
import io.sluice.planning.configuration.Configuration;
import io.sluice.planning.configuration.ConfigurationPlan;
import io.sluice.planning.configuration.desired.EarlyReads;
import io.sluice.planning.document.CheckedDocument.Import;
import io.sluice.planning.graph.Plan;
import io.sluice.provider.ProviderRegistry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Plans what a bundle holds, and holds it against what a person approved. */
final class BundlePlanning {
  private static final int SHOWN = 20;

  private BundlePlanning() {}

  /** What came of looking at a request for the first time. */
  sealed interface Answer {}

  /** First this has to be read. */
  record Reads(Plan plan) implements Answer {}

  record Drawn(Plan plan) implements Answer {}

  record Refused(List<Diagnostic> reasons) implements Answer {}

  /** {@code tree} and {@code snapshot} have their sealed values opened. */
  static Answer answer(
      JsonNode tree, PlanRun request, Snapshot snapshot, ProviderRegistry registry) {
    return switch (Bundle.read(tree)) {
      case Bundle.Faulty(List<Diagnostic> faults) -> new Refused(faults);
      case Bundle.Read(Bundle bundle) -> {
        Configuration.Loaded loaded = Configuration.of(bundle, registry);
        Configuration configuration = loaded.configuration();
        yield configuration == null
            ? new Refused(loaded.diagnostics())
            : request.kind() == RunKind.IMPORT
                ? imported(configuration, tree, request, snapshot)
                : answer(configuration, bundle, request, snapshot);
      }
    };
  }

  private static Answer answer(
      Configuration configuration, Bundle bundle, PlanRun request, Snapshot snapshot) {
    Set<String> readers = new HashSet<>(Set.of(request.run()));
    if (bundle.readsOf() != null) {
      readers.add(bundle.readsOf());
    }
    Configuration.PlanInputs inputs =
        new Configuration.PlanInputs(
            snapshot, request.kind(), request.options(), EarlyReads.found(snapshot, readers));
    // what a person was shown rests on the reads before it, or on none
    boolean shown = bundle.readsOf() != null || request.options().approvedHash() != null;
    boolean fresh = shown && !request.options().refresh();
    Optional<Plan> reads =
        request.refreshed() ? Optional.empty() : configuration.reads(inputs, !fresh);
    if (reads.isPresent()) {
      return new Reads(reads.get());
    }
    return switch (configuration.plan(inputs)) {
      case Configuration.Refused(List<Diagnostic> reasons) -> new Refused(reasons);
      case Configuration.Planned(ConfigurationPlan plan) -> approved(plan, bundle, request);
    };
  }

  private static Answer imported(
      Configuration configuration, JsonNode tree, PlanRun request, Snapshot snapshot) {
    List<Import> wishes = new ArrayList<>();
    tree.path("imports")
        .forEach(
            wish -> wishes.add(new Import(wish.path("to").asText(), wish.path("id").asText())));
    boolean undeclared = tree.path("undeclared").asBoolean();
    Configuration.PlanInputs inputs =
        new Configuration.PlanInputs(
            snapshot,
            request.kind(),
            request.options(),
            EarlyReads.found(snapshot, Set.of(request.run())));
    return switch (configuration.importing(inputs, wishes, undeclared)) {
      case Configuration.Refused(List<Diagnostic> reasons) -> new Refused(reasons);
      case Configuration.Planned(ConfigurationPlan plan) -> new Drawn(plan.plan());
    };
  }

  private static Answer approved(ConfigurationPlan plan, Bundle bundle, PlanRun request) {
    String hash = request.options().approvedHash();
    if (hash == null || hash.equals(plan.plan().hash())) {
      return new Drawn(plan.plan());
    }
    List<String> lines = ApprovedPlan.difference(bundle.approved(), plan.plan());
    String difference =
        lines.stream().limit(SHOWN).map(line -> "  " + line).collect(Collectors.joining("\n"))
            + (lines.size() > SHOWN ? "\n  and " + (lines.size() - SHOWN) + " more" : "");
    return new Refused(
        List.of(
            Diagnostic.error(
                    "The plan differs from the approved one",
                    "State has moved on since the plan was shown. What is different now:\n"
                        + difference
                        + "\n",
                    null)
                .withHint("Plan again, and approve what is shown then.")));
  }
}
