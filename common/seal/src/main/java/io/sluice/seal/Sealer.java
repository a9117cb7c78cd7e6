package io.sluice.seal;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Seals JSON values as {@code {"$sealed": {keyId, wrappedKey, iv, ciphertext, path}}} and opens
 * them.
 *
 * <p>Workspace and path are associated data. A value keeps the path at which it was sealed, since
 * it travels on (an attribute becomes a value of a task): the path inside says where it comes from
 * and can't be changed, the workspace is the opener's own. Trees are never changed, always copied.
 *
 * <p>A text that contains a secret brings the secret along, under the same seal, so that after
 * opening the secret can be told from the rest.
 */
public final class Sealer {
  /** The one field of a sealed value. */
  public static final String MARK = "$sealed";

  /** Shorter ones would be found in texts that have nothing to do with them. */
  private static final int SHORTEST_PART = 6;

  private static final int LONGEST_PART = 8_192;

  private final Keyring keyring;
  private final @Nullable String keyId;
  private final @Nullable SecretKeySpec dataKey;
  private final @Nullable String wrappedKey;
  private final Set<String> secrets;

  Sealer(
      Keyring keyring,
      @Nullable String keyId,
      @Nullable SecretKeySpec dataKey,
      @Nullable String wrappedKey) {
    this(keyring, keyId, dataKey, wrappedKey, Set.of());
  }

  private Sealer(
      Keyring keyring,
      @Nullable String keyId,
      @Nullable SecretKeySpec dataKey,
      @Nullable String wrappedKey,
      Set<String> secrets) {
    this.keyring = keyring;
    this.keyId = keyId;
    this.dataKey = dataKey;
    this.wrappedKey = wrappedKey;
    this.secrets = secrets;
  }

  /** With the same key; texts that it seals bring those of these secrets along that they hold. */
  public Sealer knowing(Set<String> others) {
    return new Sealer(keyring, keyId, dataKey, wrappedKey, others);
  }

  public static boolean isSealed(JsonNode value) {
    return value.isObject() && value.size() == 1 && value.path(MARK).isObject();
  }

  /** True when anything in the tree is sealed. */
  public static boolean holdsSealed(JsonNode tree) {
    if (isSealed(tree)) {
      return true;
    }
    for (JsonNode child : tree) {
      if (holdsSealed(child)) {
        return true;
      }
    }
    return false;
  }

  /** A value that is sealed already stays as it is. */
  public JsonNode seal(String workspace, String path, JsonNode value) {
    if (isSealed(value)) {
      return value;
    }
    SecretKeySpec key = dataKey;
    if (key == null) {
      throw new IllegalStateException("this sealer only opens");
    }
    byte[] iv = keyring.iv();
    byte[] sealed =
        Keyring.crypt(
            Cipher.ENCRYPT_MODE, key, iv, context(workspace, path), Json.encode(holder(value)));
    ObjectNode body = Json.object();
    body.put("keyId", keyId);
    body.put("wrappedKey", wrappedKey);
    body.put("iv", Base64.getEncoder().encodeToString(iv));
    body.put("ciphertext", Base64.getEncoder().encodeToString(sealed));
    body.put("path", path);
    return Json.object().set(MARK, body);
  }

  /** Seals what is at these JSON pointers ({@code ""} is the whole tree); missing ones are fine. */
  public JsonNode sealPaths(
      String workspace, String base, JsonNode tree, Collection<String> pointers) {
    if (pointers.isEmpty()) {
      return tree;
    }
    // Outer ones first: what is inside a sealed value is sealed.
    List<String> ordered =
        pointers.stream().distinct().sorted(Comparator.comparingInt(String::length)).toList();
    JsonNode copy = tree.deepCopy();
    for (String pointer : ordered) {
      if (pointer.isEmpty()) {
        return seal(workspace, base, copy);
      }
      sealAt(workspace, base, copy, JsonPointer.compile(pointer));
    }
    return copy;
  }

  private void sealAt(String workspace, String base, JsonNode tree, JsonPointer pointer) {
    JsonNode parent = tree;
    for (JsonPointer step = pointer; step.tail() != null && !step.tail().matches(); ) {
      if (isSealed(parent)) {
        return;
      }
      parent =
          parent.isArray()
              ? parent.path(step.getMatchingIndex())
              : parent.path(step.getMatchingProperty());
      step = step.tail();
    }
    if (isSealed(parent)) {
      return;
    }
    JsonPointer last = pointer.last();
    String path = base + pointer;
    if (parent instanceof ObjectNode object && object.has(last.getMatchingProperty())) {
      String field = last.getMatchingProperty();
      object.set(field, seal(workspace, path, object.get(field)));
    } else if (parent instanceof ArrayNode array && array.has(last.getMatchingIndex())) {
      int index = last.getMatchingIndex();
      array.set(index, seal(workspace, path, array.get(index)));
    }
  }

  /** The value in clear. */
  public JsonNode open(String workspace, JsonNode sealed) {
    return isSealed(sealed) ? opened(workspace, sealed).path(0) : sealed;
  }

  /** The secrets that the sealed texts of a tree were made of. */
  public Set<String> parts(String workspace, JsonNode tree) {
    Set<String> parts = new LinkedHashSet<>();
    collectParts(workspace, tree, parts);
    return parts;
  }

  private void collectParts(String workspace, JsonNode tree, Set<String> into) {
    if (isSealed(tree)) {
      JsonNode opened = opened(workspace, tree);
      opened.path(1).forEach(part -> into.add(part.asText()));
      collectParts(workspace, opened.path(0), into);
    } else {
      tree.forEach(child -> collectParts(workspace, child, into));
    }
  }

  private JsonNode opened(String workspace, JsonNode sealed) {
    JsonNode body = sealed.path(MARK);
    try {
      SecretKeySpec key = keyring.unwrap(text(body, "keyId"), text(body, "wrappedKey"));
      byte[] clear =
          Keyring.crypt(
              Cipher.DECRYPT_MODE,
              key,
              Base64.getDecoder().decode(text(body, "iv")),
              context(workspace, text(body, "path")),
              Base64.getDecoder().decode(text(body, "ciphertext")));
      return Json.tree(clear);
    } catch (IllegalArgumentException | MalformedMessage e) {
      throw new SealFailure("a sealed value is damaged", e);
    }
  }

  /** The tree with every sealed value opened. */
  public JsonNode openAll(String workspace, JsonNode tree) {
    if (!holdsSealed(tree)) {
      return tree;
    }
    if (isSealed(tree)) {
      return openAll(workspace, open(workspace, tree));
    }
    if (tree.isObject()) {
      ObjectNode opened = Json.object();
      for (Map.Entry<String, JsonNode> field : tree.properties()) {
        opened.set(field.getKey(), openAll(workspace, field.getValue()));
      }
      return opened;
    }
    ArrayNode opened = Json.mapper().createArrayNode();
    tree.forEach(element -> opened.add(openAll(workspace, element)));
    return opened;
  }

  /** The tree with every sealed value sealed for another workspace, at the path that it has. */
  public JsonNode moved(String from, String to, JsonNode tree) {
    if (!holdsSealed(tree)) {
      return tree;
    }
    if (isSealed(tree)) {
      return knowing(parts(from, tree)).seal(to, path(tree), open(from, tree));
    }
    if (tree.isObject()) {
      ObjectNode moved = Json.object();
      for (Map.Entry<String, JsonNode> field : tree.properties()) {
        moved.set(field.getKey(), moved(from, to, field.getValue()));
      }
      return moved;
    }
    ArrayNode moved = Json.mapper().createArrayNode();
    tree.forEach(element -> moved.add(moved(from, to, element)));
    return moved;
  }

  /** See {@link Keyring#fingerprints}: by the newest key. */
  public String fingerprint(String workspace, String text) {
    return keyring.fingerprints(workspace, text).getFirst();
  }

  /** Where a sealed value was when it was sealed. */
  public static String path(JsonNode sealed) {
    return sealed.path(MARK).path("path").asText();
  }

  /**
   * The value as an element, so that any, null too, is a document that can be read back; behind it
   * the secrets that went into it, if there are any.
   */
  private ArrayNode holder(JsonNode value) {
    ArrayNode holder = Json.mapper().createArrayNode().add(value);
    Set<String> parts = new TreeSet<>();
    if (!secrets.isEmpty()) {
      collectHeld(value, parts);
    }
    if (!parts.isEmpty()) {
      ArrayNode second = holder.addArray();
      parts.forEach(second::add);
    }
    return holder;
  }

  private void collectHeld(JsonNode value, Set<String> into) {
    if (value.isTextual()) {
      String text = value.textValue();
      for (String secret : secrets) {
        if (secret.length() >= SHORTEST_PART
            && secret.length() <= LONGEST_PART
            && secret.length() < text.length()
            && text.contains(secret)) {
          into.add(secret);
        }
      }
    }
    value.forEach(child -> collectHeld(child, into));
  }

  private static byte[] context(String workspace, String path) {
    return (workspace.length() + "/" + workspace + "/" + path).getBytes(StandardCharsets.UTF_8);
  }

  private static String text(JsonNode body, String field) {
    JsonNode value = body.path(field);
    if (!value.isTextual()) {
      throw new SealFailure("a sealed value has no " + field);
    }
    return value.textValue();
  }
}
