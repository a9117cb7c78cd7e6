package io.sluice.planning.configuration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.configuration.desired.Outputs;
import io.sluice.seal.Keyring;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A plan in a file, to be shown and applied later. Everything that could be secret in it is sealed
 * as a whole; version, workspace and hash can be read without a key.
 *
 * @param shown the changes and outputs as people saw them, what waits for what, and what is not
 *     changed and why ({@code held: [{node, reason}]}), as JSON
 * @param basis the versions of the records that the plan rests on
 */
public record SavedPlan(
    String workspace,
    RunKind kind,
    RunOptions options,
    String hash,
    JsonNode bundle,
    JsonNode shown,
    SortedMap<Address, Long> basis) {
  private static final int VERSION = 1;
  private static final int HEAD = 200;
  private static final String FORMAT = "sluice-plan";

  /** Why a file can't be used. */
  public static final class Unusable extends Exception {
    private static final long serialVersionUID = 1L;
    private final String hint;

    Unusable(String message, String hint) {
      super(message, null, false, false);
      this.hint = hint;
    }

    public String hint() {
      return hint;
    }
  }

  public static SavedPlan of(
      ConfigurationPlan plan, Bundle bundle, RunKind kind, RunOptions options) {
    ObjectNode shown = Json.object();
    shown.set("changes", Json.toTree(plan.changes()));
    shown.set("outputs", Json.toTree(plan.outputs().values()));
    ArrayNode nodes = shown.putArray("nodes");
    for (Node node : plan.plan().nodes()) {
      ObjectNode drawn = nodes.addObject();
      drawn.put("id", node.id()).put("action", node.action().name());
      drawn.set("after", Json.toTree(node.after()));
    }
    if (!plan.plan().held().isEmpty()) {
      shown.set("held", Json.toTree(plan.plan().held()));
    }
    SortedMap<Address, Long> basis = new TreeMap<>(bundle.found().versions());
    basis.putAll(plan.plan().basis());
    return new SavedPlan(
        bundle.workspace(),
        kind,
        options,
        plan.plan().hash(),
        bundle.approving(plan.plan()).toJson(),
        shown,
        basis);
  }

  /** Sealed with the keys of the workspace's services. */
  public byte[] encode(Keyring keyring) {
    ObjectNode secret = Json.object();
    secret.set("bundle", bundle);
    secret.set("shown", shown);
    ObjectNode file = Json.object();
    file.put("format", FORMAT).put("version", VERSION);
    file.put("workspace", workspace).put("hash", hash);
    file.set("kind", Json.toTree(kind));
    file.set("options", Json.toTree(options));
    ObjectNode versions = file.putObject("basis");
    basis.forEach((address, version) -> versions.put(address.text(), version));
    ObjectNode content = Json.object();
    content.put("content", Json.text(secret));
    file.setAll(
        (ObjectNode) keyring.sealer().sealPaths(workspace, "/plan", content, List.of("/content")));
    return Json.encode(file);
  }

  /** Whether bytes look like a saved plan at all. */
  public static boolean is(byte[] bytes) {
    try {
      return bytes.length > 0 && bytes[0] == '{' && FORMAT.equals(format(bytes));
    } catch (MalformedMessage e) {
      return false;
    }
  }

  private static String format(byte[] bytes) throws MalformedMessage {
    return Json.tree(bytes).path("format").asText();
  }

  /** Whether bytes began as a saved plan, though they may be cut off since. */
  public static boolean began(byte[] bytes) {
    String head = new String(bytes, 0, Math.min(bytes.length, HEAD), StandardCharsets.UTF_8);
    return head.startsWith("{") && head.contains('"' + FORMAT + '"');
  }

  public static SavedPlan decode(byte[] bytes, Keyring keyring) throws Unusable {
    if (!is(bytes)) {
      throw began(bytes)
          ? new Unusable(
              "The saved plan is damaged: it is incomplete.",
              "Save it again with `sluice plan --out FILE`.")
          : new Unusable(
              "The file is not a saved plan.", "Save one with `sluice plan --out FILE`.");
    }
    try {
      JsonNode file = Json.tree(bytes);
      int version = file.path("version").asInt();
      if (version > VERSION) {
        throw new Unusable(
            "The plan was saved by a newer version (format "
                + version
                + "; this build reads up to "
                + VERSION
                + ").",
            "Upgrade, or plan again with this build.");
      }
      String workspace = file.path("workspace").asText();
      JsonNode content = keyring.opener().openAll(workspace, file).path("content");
      JsonNode secret = Json.tree(content.asText().getBytes(StandardCharsets.UTF_8));
      SortedMap<Address, Long> basis = new TreeMap<>();
      file.path("basis")
          .properties()
          .forEach(entry -> basis.put(Address.of(entry.getKey()), entry.getValue().asLong()));
      return new SavedPlan(
          workspace,
          Json.decode(Json.encode(file.path("kind")), RunKind.class),
          Json.decode(Json.encode(file.path("options")), RunOptions.class),
          file.path("hash").asText(),
          secret.path("bundle"),
          secret.path("shown"),
          basis);
    } catch (MalformedMessage e) {
      throw new Unusable(
          "The saved plan is damaged: " + e.getMessage(),
          "Save it again with `sluice plan --out FILE`.");
    }
  }

  /**
   * Addresses whose records are others than those that the plan rests on, or that are new. The
   * version of the outputs is known to their owner alone, who compares it when the plan arrives.
   */
  public List<Address> stale(Snapshot state) {
    Map<Address, Long> versions = new HashMap<>();
    for (StateRecord record : state.resources()) {
      versions.put(record.address(), record.version());
    }
    List<Address> moved = new ArrayList<>();
    basis.forEach(
        (address, version) -> {
          if (!address.equals(Outputs.ADDRESS)
              && !versions.getOrDefault(address, 0L).equals(version)) {
            moved.add(address);
          }
        });
    for (JsonNode node : shown.path("nodes")) {
      Address address = Address.of(node.path("id").asText());
      if (node.path("action").asText().equals(Action.CREATE.name())
          && versions.containsKey(address)
          && !basis.containsKey(address)) {
        moved.add(address);
      }
    }
    return moved;
  }
}
