package io.sluice.worker.secret;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.Action;
import io.sluice.model.json.Json;
import io.sluice.model.message.Task;
import io.sluice.model.record.HiddenId;
import io.sluice.provider.Redaction;
import io.sluice.provider.SecretPaths;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Nothing secret leaves a worker in clear: attributes and private data pass here on their way out.
 *
 * @param known paths that are secret whatever they hold
 * @param secrets what sealed texts may have been made of
 * @param before the identity of the object that the task brings
 */
public record Sealing(
    Vault vault,
    Task task,
    Collection<String> known,
    Set<String> secrets,
    Redaction redaction,
    Identity before) {
  private static final String ID = "id";
  private static final String ID_PATH = "/" + ID;

  /** The same where more is secret. */
  public Sealing and(Collection<String> more) {
    if (more.isEmpty()) {
      return this;
    }
    List<String> all = new ArrayList<>(known);
    all.addAll(more);
    return new Sealing(vault, task, all, secrets, redaction, before);
  }

  /** Sealed attributes, and which paths of them were. */
  public record Sealed(JsonNode attributes, List<String> paths) {}

  /** The identity of the object that was made: an id that was hidden once stays hidden. */
  public Identity identity(String id, JsonNode attributes) {
    Set<String> secrets = new LinkedHashSet<>(redaction.in(id));
    secrets.addAll(
        Redaction.ofValues(
                known.stream().filter(path -> !path.isEmpty()).map(attributes::at).toList())
            .in(id));
    if (secrets.isEmpty()) {
      return Identity.open(id);
    }
    String shown =
        before.isHidden() && before.id().equals(id)
            ? before.shown()
            : HiddenId.standIn(vault.fingerprints(task.workspace(), id).getFirst());
    return Identity.hidden(id, shown, secrets);
  }

  public Sealed attributes(JsonNode attributes, Identity identity) {
    return identity.isHidden()
        ? attributes(withId(attributes, identity), withIdPath())
        : attributes(attributes, known);
  }

  private Sealed attributes(JsonNode attributes, Collection<String> secret) {
    Set<String> paths = SecretPaths.of(attributes, secret, redaction);
    if (paths.isEmpty()) {
      return new Sealed(attributes, List.of());
    }
    return new Sealed(likeBefore(attributes, seal(attributes, paths)), List.copyOf(paths));
  }

  /** References to it find it there, sealed, and never its stand-in. */
  private JsonNode withId(JsonNode attributes, Identity identity) {
    return attributes instanceof ObjectNode object && !object.has(ID) && isRecorded()
        ? object.deepCopy().put(ID, identity.id())
        : attributes;
  }

  private List<String> withIdPath() {
    List<String> paths = new ArrayList<>(known);
    paths.add(ID_PATH);
    return paths;
  }

  private boolean isRecorded() {
    return task.action() != Action.STEP;
  }

  /**
   * A value that was read again and is the same stays sealed as it was: a reader without the key
   * can still tell that it has not changed.
   */
  private JsonNode likeBefore(JsonNode clear, JsonNode sealed) {
    Task.Prior prior = task.prior();
    if (task.action() != Action.READ || prior == null || !(sealed instanceof ObjectNode object)) {
      return sealed;
    }
    JsonNode before = vault.open(task.workspace(), prior.attributes());
    for (Map.Entry<String, JsonNode> field : clear.properties()) {
      JsonNode was = prior.attributes().get(field.getKey());
      if (was != null && Json.same(before.path(field.getKey()), field.getValue())) {
        object.set(field.getKey(), was);
      }
    }
    return object;
  }

  public @Nullable JsonNode privateData(@Nullable JsonNode data, Identity identity) {
    JsonNode own = data == null ? null : privateData(data);
    return identity.isHidden() && isRecorded()
        ? HiddenId.wrapped(seal(HiddenId.clear(identity.id(), identity.secrets()), Set.of("")), own)
        : own;
  }

  /** What a real provider keeps for itself may hold anything: all of it is sealed. */
  private JsonNode privateData(JsonNode data) {
    if (task.plugin() != null) {
      return seal(data, Set.of(""));
    }
    Set<String> paths = SecretPaths.of(data, List.of(), redaction);
    return paths.isEmpty() ? data : seal(data, paths);
  }

  private JsonNode seal(JsonNode tree, Set<String> paths) {
    return vault.seal(task.workspace(), task.run(), task.address().text(), tree, paths, secrets);
  }
}
