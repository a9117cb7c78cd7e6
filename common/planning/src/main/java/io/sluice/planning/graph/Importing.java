package io.sluice.planning.graph;

import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.Timeouts;
import io.sluice.planning.decide.Refusals;
import io.sluice.planning.decide.Situation;
import io.sluice.planning.decide.StateIndex;
import io.sluice.planning.document.CheckedDocument.Import;
import io.sluice.planning.document.Resource;
import io.sluice.planning.document.Settings;
import io.sluice.provider.ProviderRegistry.Found;
import io.sluice.provider.schema.TypeSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Takes objects that exist into state. How they are to be is for the next plan. */
public final class Importing {
  private Importing() {}

  /** Of a document. */
  static Diff.Outcome draw(Situation situation, StateIndex state) {
    return draw(situation, state, Map.of(), true);
  }

  /**
   * Of a configuration.
   *
   * @param described what its blocks would do: whose provider is asked
   * @param undeclared whether what no block describes is taken as well
   */
  public static Diff.Outcome draw(Situation situation, List<Node> described, boolean undeclared) {
    Map<Address, Node> blocks = new HashMap<>();
    described.forEach(node -> blocks.put(node.address(), node));
    return draw(situation, new StateIndex(situation.snapshot()), blocks, undeclared);
  }

  private static Diff.Outcome draw(
      Situation situation, StateIndex state, Map<Address, Node> blocks, boolean undeclared) {
    Refusals refusals = new Refusals();
    Map<String, Node> nodes = new TreeMap<>();
    for (Import wish : situation.document().imports()) {
      Optional<Resource> resource =
          situation.document().resources().stream()
              .filter(r -> r.name().equals(wish.to()) || r.address().text().equals(wish.to()))
              .findFirst();
      Address address = resource.map(Resource::address).orElseGet(() -> new Address(wish.to()));
      String named = resource.map(Resource::type).orElseGet(address::type);
      Optional<Found> type =
          situation.registry().find(source(blocks.get(address)), TypeSchema.Kind.RESOURCE, named);
      if (!address.isInstance()) {
        refusals.add(
            "Not an address",
            "\"" + wish.to() + "\" cannot name a resource.",
            "Import to an address such as local_file.motd or local_file.page[\"index\"].");
      } else if (state.find(address).isPresent() || nodes.containsKey(address.text())) {
        refusals.add(
            "Resource already managed",
            address + " is already in state.",
            "Remove it from state first: sluice state rm '" + address + "'");
      } else if (type.isPresent() && !type.get().schema().importable()) {
        refusals.add(
            "Resource type cannot be imported",
            named + " cannot be imported: its provider cannot find an object by an id.",
            "");
      } else if (type.isEmpty() && !named.isEmpty()) {
        refusals.add(
            "Unknown resource type",
            "No provider has a resource type \"" + named + "\".",
            situation
                .registry()
                .suggestion(TypeSchema.Kind.RESOURCE, named)
                .map(meant -> "Did you mean \"" + meant + "\"?")
                .orElse(situation.registry().whereItMayBe()));
      } else if (type.isEmpty()) {
        refusals.add(
            "Unknown resource type",
            "\"" + wish.to() + "\" is neither a resource of the document nor TYPE.NAME.",
            "Import to an address such as local_file.motd.");
      } else if (blocks.containsKey(address)) {
        nodes.put(address.text(), node(wish, type.get(), blocks.get(address)));
      } else if (!undeclared) {
        refusals.add(
            "No block describes " + address,
            "The next apply would destroy the object.",
            "Write its block first, or import it --without-configuration.");
      } else {
        nodes.put(
            address.text(),
            node(wish, address, named, type.get(), resource.orElse(null))
                .with(
                    resource.isPresent()
                        ? resource.get().settings().block()
                        : situation.block(null, type.get())));
      }
    }
    if (situation.document().imports().isEmpty()) {
      refusals.add("Nothing to import", "The document has no imports.", "");
    }
    List<Node> all = new ArrayList<>(nodes.values());
    return refusals.isEmpty()
        ? new Diff.Drawn(new Plan(all, new TreeMap<>(), List.of(), 0, Fingerprint.of(all)))
        : new Diff.Refused(refusals.list());
  }

  private static @Nullable String source(@Nullable Node described) {
    PluginWork plugin = described == null ? null : described.plugin();
    return plugin == null ? null : plugin.source();
  }

  /** Asked as its block would be made. */
  private static Node node(Import wish, Found type, Node block) {
    PluginWork plugin = block.plugin();
    return Node.of(
            draft -> {
              draft.id = block.address().text();
              draft.address = block.address();
              draft.action = Action.IMPORT;
              draft.type = block.type();
              draft.provider = block.provider();
              draft.pool = block.pool();
              draft.config = Json.object();
              draft.dependencies = block.dependencies();
              draft.prior = new Node.Prior(block.address(), wish.id(), 0);
              draft.repeat = RepeatClass.PURE;
              draft.timeouts = block.timeouts();
              draft.retry = block.retry();
              draft.weight = 1;
              draft.schemaVersion = type.schema().version();
              draft.sensitivePaths = type.schema().sensitivePointers();
            })
        .with(block.providerBlock())
        .by(plugin == null ? null : plugin.withPlanned(null));
  }

  private static Node node(
      Import wish, Address address, String named, Found type, @Nullable Resource resource) {
    @Nullable Settings settings = resource == null ? null : resource.settings();
    return Node.of(
        draft -> {
          draft.id = address.text();
          draft.address = address;
          draft.action = Action.IMPORT;
          draft.type = named;
          draft.provider = settings == null ? null : settings.provider();
          draft.pool = settings == null ? null : settings.pool();
          draft.config = Json.object();
          draft.dependencies = resource == null ? List.of() : resource.dependencies();
          draft.prior = new Node.Prior(address, wish.id(), 0);
          draft.repeat = RepeatClass.PURE;
          draft.timeouts = settings == null ? Timeouts.NONE : settings.timeouts();
          draft.retry = settings == null ? null : settings.retry();
          draft.weight = 1;
          draft.schemaVersion = type.schema().version();
          draft.sensitivePaths = type.schema().sensitivePointers();
        });
  }
}
