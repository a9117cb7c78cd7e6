package io.sluice.planner.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.source.Diagnostic;
import io.sluice.model.Address;
import io.sluice.model.message.PlanRequest.PlanRun;
import io.sluice.model.message.Snapshot;
import io.sluice.planner.configuration.Bundle;
import io.sluice.planner.configuration.Configuration;
import io.sluice.planner.configuration.ConfigurationPlan;
import io.sluice.provider.ProviderRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Plans what a bundle holds, and holds it against what a person approved. */
final class BundlePlanning {
  private static final int SHOWN = 20;

  private BundlePlanning() {}

  /** {@code tree} and {@code snapshot} have their sealed values opened. */
  static Configuration.Outcome plan(
      JsonNode tree, PlanRun request, Snapshot snapshot, ProviderRegistry registry) {
    return switch (Bundle.read(tree)) {
      case Bundle.Faulty(List<Diagnostic> faults) -> new Configuration.Refused(faults);
      case Bundle.Read(Bundle bundle) -> {
        Configuration.Loaded loaded = Configuration.of(bundle, registry);
        Configuration configuration = loaded.configuration();
        if (configuration == null) {
          yield new Configuration.Refused(loaded.diagnostics());
        }
        Map<Address, JsonNode> reads = new HashMap<>();
        request.reads().forEach((address, value) -> reads.put(Address.of(address), value));
        Configuration.Outcome outcome =
            configuration.plan(
                new Configuration.PlanInputs(snapshot, request.kind(), request.options(), reads));
        yield outcome instanceof Configuration.Planned(ConfigurationPlan plan)
            ? approved(plan, request, outcome)
            : outcome;
      }
    };
  }

  private static Configuration.Outcome approved(
      ConfigurationPlan plan, PlanRun request, Configuration.Outcome outcome) {
    String hash = request.options().approvedHash();
    if (hash == null || hash.equals(plan.plan().hash())) {
      return outcome;
    }
    String now =
        plan.plan().nodes().stream()
            .limit(SHOWN)
            .map(
                node ->
                    "  "
                        + node.action().name().toLowerCase(java.util.Locale.ROOT)
                        + " "
                        + node.id())
            .collect(Collectors.joining("\n"));
    return new Configuration.Refused(
        List.of(
            Diagnostic.error(
                    "The plan differs from the approved one",
                    "State has moved on since the plan was shown. What would be done now:\n"
                        + (now.isEmpty() ? "  nothing" : now),
                    null)
                .withHint("Plan again, and approve what is shown then.")));
  }
}
