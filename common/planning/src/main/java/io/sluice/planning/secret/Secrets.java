package io.sluice.planning.secret;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Action;
import io.sluice.model.json.Json;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.record.HiddenId;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.graph.Plan;
import io.sluice.seal.Keyring;
import io.sluice.seal.Sealer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Opens what has to be compared, and seals what leaves. */
public final class Secrets {
  private static final String PLANNED = "planned";
  private static final String VALUE = "value";

  private final Keyring keyring;
  private final Sealer opener;

  public Secrets(Keyring keyring) {
    this.keyring = keyring;
    this.opener = keyring.opener();
  }

  public JsonNode opened(String workspace, JsonNode tree) {
    return opener.openAll(workspace, tree);
  }

  public Map<String, JsonNode> opened(String workspace, Map<String, JsonNode> values) {
    Map<String, JsonNode> opened = new TreeMap<>();
    values.forEach((text, value) -> opened.put(text, opener.openAll(workspace, value)));
    return opened;
  }

  /**
   * With every recorded configuration in clear. Attributes stay sealed, since nothing compares
   * them, except where there is no configuration because the object came from elsewhere.
   */
  public Snapshot opened(Snapshot snapshot) {
    List<StateRecord> records = new ArrayList<>(snapshot.resources().size());
    boolean any = false;
    for (StateRecord record : snapshot.resources()) {
      boolean sealed =
          Sealer.holdsSealed(record.desired().isNull() ? record.attributes() : record.desired());
      any |= sealed;
      records.add(sealed ? opened(record) : record);
    }
    return any ? snapshot.holding(records, snapshot.outputs()) : snapshot;
  }

  /** With everything in clear, attributes too: configurations are evaluated with them. */
  public Snapshot openedWhole(Snapshot snapshot) {
    List<StateRecord> records = new ArrayList<>(snapshot.resources().size());
    for (StateRecord record : snapshot.resources()) {
      boolean sealed =
          Sealer.holdsSealed(record.desired())
              || Sealer.holdsSealed(record.attributes())
              || isAskedAbout(record);
      records.add(sealed ? opened(record, true) : record);
    }
    JsonNode outputs = snapshot.outputs();
    return snapshot.holding(
        records, outputs == null ? null : opener.openAll(snapshot.workspace(), outputs));
  }

  private StateRecord opened(StateRecord record) {
    return opened(record, false);
  }

  /** A real provider is given what it keeps for itself when it is asked about an object. */
  private static boolean isAskedAbout(StateRecord record) {
    return record.source() != null && record.privateData() != null;
  }

  private StateRecord opened(StateRecord record, boolean attributes) {
    JsonNode own = HiddenId.own(record.privateData());
    StateRecord all =
        attributes && isAskedAbout(record)
            ? record.withPrivateData(own == null ? null : opener.openAll(record.workspace(), own))
            : record;
    return all.withValues(
        attributes || record.desired().isNull()
            ? opener.openAll(record.workspace(), record.attributes())
            : record.attributes(),
        opener.openAll(record.workspace(), record.desired()));
  }

  /** The tree with what is at the pointer sealed as a whole. */
  public JsonNode sealed(String workspace, String place, JsonNode tree, String pointer) {
    return keyring.sealer().sealPaths(workspace, place, tree, List.of(pointer));
  }

  /** A value with what is at the pointers sealed. */
  public JsonNode sealed(String workspace, String place, JsonNode value, List<String> pointers) {
    if (pointers.isEmpty()) {
      return value;
    }
    JsonNode holder = Json.object().set(VALUE, value);
    List<String> below = pointers.stream().map(pointer -> "/" + VALUE + pointer).toList();
    return keyring.sealer().sealPaths(workspace, place, holder, below).get(VALUE);
  }

  /** The nodes of the plan; what is sealed brings the secrets along that it was made of. */
  public List<Node> sealed(String workspace, Plan plan) {
    List<Node> nodes = plan.nodes();
    if (nodes.stream().noneMatch(Secrets::mayHoldSecrets)) {
      return nodes;
    }
    Sealer plain = keyring.sealer();
    Map<ProviderBlock, ProviderBlock> blocks = new HashMap<>();
    List<Node> sealed = new ArrayList<>(nodes.size());
    for (Node node : nodes) {
      Sealer sealer = plain.knowing(plan.secrets().getOrDefault(node.id(), Set.of()));
      ProviderBlock block = node.providerBlock();
      Node config = sealed(workspace, node, sealer).by(sealed(workspace, node.plugin(), sealer));
      sealed.add(
          block == null
              ? config
              : config.with(
                  blocks.computeIfAbsent(block, open -> sealed(workspace, open, sealer))));
    }
    return sealed;
  }

  /** What sealed texts of the tree were made of. */
  public Set<String> parts(String workspace, JsonNode tree) {
    return opener.parts(workspace, tree);
  }

  /** The texts that are sealed in the tree, and what they were made of. */
  public Set<String> within(String workspace, JsonNode tree) {
    Set<String> texts = new LinkedHashSet<>(parts(workspace, tree));
    if (Sealer.isSealed(tree)) {
      SecretTexts.collect(opener.openAll(workspace, tree), texts);
    } else {
      tree.forEach(child -> texts.addAll(within(workspace, child)));
    }
    return texts;
  }

  public static boolean mayHoldSecrets(Node node) {
    ProviderBlock block = node.providerBlock();
    return !node.sensitivePaths().isEmpty()
        || (block != null && !block.sensitivePaths().isEmpty())
        || (node.plugin() != null && node.plugin().planned() != null);
  }

  private static ProviderBlock sealed(String workspace, ProviderBlock block, Sealer sealer) {
    return block.withConfig(
        SealedLiterals.of(block.config(), block.sensitivePaths(), sealer, workspace, "/provider"));
  }

  /** All that a provider plans may be secret, and no one has to read it on the way. */
  private static @Nullable PluginWork sealed(
      String workspace, @Nullable PluginWork work, Sealer sealer) {
    if (work == null || work.planned() == null) {
      return work;
    }
    JsonNode holder = Json.object().set(PLANNED, work.planned());
    return work.withPlanned(
        sealer.sealPaths(workspace, "/plugin", holder, List.of("/" + PLANNED)).get(PLANNED));
  }

  private static Node sealed(String workspace, Node node, Sealer sealer) {
    if (node.sensitivePaths().isEmpty() || node.config().isEmpty()) {
      return node;
    }
    if (node.action() == Action.EXPAND) {
      // Only the planner reads it again: references are opened with the rest.
      return node.withConfig(
          sealer.sealPaths(workspace, node.address().text(), node.config(), node.sensitivePaths()));
    }
    return node.withConfig(
        SealedLiterals.of(
            node.config(), node.sensitivePaths(), sealer, workspace, node.address().text()));
  }
}
