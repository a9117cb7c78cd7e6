package io.sluice.planner.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.sluice.model.Address;
import io.sluice.model.ErrorClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage.Expanded;
import io.sluice.model.message.PlanRequest.ExpandNode;
import io.sluice.model.message.Snapshot;
import io.sluice.model.message.TaskError;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planner.diff.Diff;
import io.sluice.planner.diff.PlaceholderForm;
import io.sluice.planner.diff.Situation;
import io.sluice.planner.document.CheckedDocument;
import io.sluice.planner.document.Expansion;
import io.sluice.planner.document.Placeholder;
import io.sluice.planner.document.Resource;
import io.sluice.planner.outgoing.DiagnosticLines;
import io.sluice.provider.ProviderRegistry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** Says what a placeholder becomes: instances to make or change, and surplus ones to delete. */
final class ExpansionDesk {
  private final ProviderRegistry registry;
  private final Secrets secrets;

  ExpansionDesk(ProviderRegistry registry, Secrets secrets) {
    this.registry = registry;
    this.secrets = secrets;
  }

  Expanded answer(ExpandNode request, Snapshot snapshot) {
    Placeholder placeholder = PlaceholderForm.read(request.expand());
    JsonNode value = request.values().get(placeholder.multiplicity().text());
    return switch (Expansion.of(placeholder, value == null ? MissingNode.getInstance() : value)) {
      case Expansion.Invalid(String problem) -> failed(request, "INVALID_EXPANSION", problem);
      case Expansion.Expanded(List<Resource> instances) ->
          drawn(request, placeholder, instances, snapshot);
    };
  }

  private Expanded drawn(
      ExpandNode request, Placeholder placeholder, List<Resource> instances, Snapshot snapshot) {
    CheckedDocument part =
        new CheckedDocument(
            request.workspace(),
            null,
            null,
            Json.object(),
            instances,
            List.of(),
            List.of(),
            providers(placeholder));
    Situation situation =
        new Situation(
            part,
            instancesOf(placeholder.address(), snapshot),
            RunKind.APPLY,
            RunOptions.DEFAULT,
            registry);
    AlteredValues.Altered altered =
        new AlteredValues(
                secrets.opened(request.workspace(), request.values()),
                record -> secrets.opened(request.workspace(), record.attributes()))
            .of(instances, situation.snapshot());
    return switch (Diff.drawPart(
        situation, (asking, reference) -> altered.is(asking, reference.text()))) {
      case Diff.Refused(var reasons) ->
          failed(request, "REFUSED", String.join("\n", DiagnosticLines.lines(reasons)));
      case Diff.Drawn(var plan) -> {
        List<Node> nodes = secrets.sealed(request.workspace(), plan.nodes());
        yield new Expanded(request.run(), request.expand().id(), planId(request), nodes, null);
      }
    };
  }

  private static SortedMap<String, ProviderBlock> providers(Placeholder placeholder) {
    SortedMap<String, ProviderBlock> providers = new TreeMap<>();
    String name = placeholder.settings().provider();
    ProviderBlock block = placeholder.settings().block();
    if (name != null && block != null) {
      providers.put(name, block);
    }
    return providers;
  }

  private static Snapshot instancesOf(Address placeholder, Snapshot snapshot) {
    String prefix = Placeholder.instancePrefix(placeholder);
    return new Snapshot(
        snapshot.workspace(),
        snapshot.version(),
        snapshot.epoch(),
        snapshot.root(),
        snapshot.resources().stream()
            .filter(record -> record.address().text().startsWith(prefix))
            .toList(),
        null,
        snapshot.closed());
  }

  private static Expanded failed(ExpandNode request, String code, String message) {
    return new Expanded(
        request.run(),
        request.expand().id(),
        planId(request),
        List.of(),
        new TaskError(ErrorClass.USER, code, message, null));
  }

  private static String planId(ExpandNode request) {
    String seed =
        request.run()
            + '\n'
            + request.expand().id()
            + '\n'
            + request.epoch()
            + '\n'
            + request.version();
    return UUID.nameUUIDFromBytes(seed.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
