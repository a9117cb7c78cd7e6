package io.sluice.model.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The id of an object, if it contains a secret. Records, results, events and keys hold a stand-in,
 * which is the same for the same id and can't be turned back; the id itself travels sealed, in a
 * wrapper around the provider's private data. An {@code id} that configurations refer to is an
 * attribute like any other, and sealed as such.
 */
public final class HiddenId {
  private static final String MARK = "(sensitive value)#";
  private static final String ID = "$id";
  private static final String OWN = "$private";

  private HiddenId() {}

  public static String standIn(String fingerprint) {
    return MARK + fingerprint;
  }

  public static boolean is(@Nullable String id) {
    return id != null && id.startsWith(MARK);
  }

  /**
   * @param own the provider's data, which it gets back without the wrapper
   */
  public static JsonNode wrapped(JsonNode sealed, @Nullable JsonNode own) {
    ObjectNode wrapper = Json.object();
    wrapper.set(ID, sealed);
    if (own != null) {
      wrapper.set(OWN, own);
    }
    return wrapper;
  }

  /**
   * What has to be sealed before it travels.
   *
   * @param secrets what of the id is secret
   */
  public static JsonNode clear(String id, Collection<String> secrets) {
    ObjectNode clear = Json.object().put("id", id);
    ArrayNode all = clear.putArray("secrets");
    new TreeSet<>(secrets).forEach(all::add);
    return clear;
  }

  public static String id(JsonNode clear) {
    return clear.path("id").asText();
  }

  public static Set<String> secrets(JsonNode clear) {
    Set<String> secrets = new TreeSet<>();
    clear.path("secrets").forEach(secret -> secrets.add(secret.asText()));
    return secrets;
  }

  /** What was sealed of it; null where the id is no secret. */
  public static @Nullable JsonNode sealed(@Nullable JsonNode privateData) {
    JsonNode sealed = privateData == null ? null : privateData.get(ID);
    return sealed != null && sealed.has("$sealed") ? sealed : null;
  }

  /** The provider's own, whether it is wrapped or not. */
  public static @Nullable JsonNode own(@Nullable JsonNode privateData) {
    return privateData == null || sealed(privateData) == null ? privateData : privateData.get(OWN);
  }
}
