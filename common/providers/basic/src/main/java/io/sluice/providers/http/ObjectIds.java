package io.sluice.providers.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.ProviderFailure;
import java.net.URI;
import java.util.Optional;

/** Where the id of an object is found, and the path that follows from it. */
final class ObjectIds {
  /** Before the path, in place of an id that the server did not give. */
  private static final String UNKNOWN = "?";

  private final HttpTarget target;

  ObjectIds(HttpTarget target) {
    this.target = target;
  }

  /** By the reply's body, else by its Location; where the object's path needs none, that path. */
  Optional<String> of(JsonNode desired, HttpCall.Reply reply) {
    JsonNode named = Replies.at(Replies.body(reply), idPath(desired));
    if (!named.isMissingNode() && !named.isContainerNode() && !reply.cutOff()) {
      return Optional.of(named.asText());
    }
    Optional<String> location = reply.headers().firstValue("Location");
    if (location.isPresent()) {
      return location.map(ObjectIds::lastStep);
    }
    String fixed = desired.path("object_path").asText("");
    return fixed.isEmpty() || fixed.contains("{id}") ? Optional.empty() : Optional.of(fixed);
  }

  /** A redirect may lead anywhere (to a login, say): only to where the object would be counts. */
  Optional<String> ofLocation(JsonNode desired, HttpCall.Reply reply) throws ProviderFailure {
    Optional<String> location = reply.headers().firstValue("Location");
    if (location.isEmpty()) {
      return Optional.empty();
    }
    String id = lastStep(location.get());
    try {
      URI object = target.uri(objectPath(desired, id));
      URI shown = object.resolve(location.get());
      return !id.isEmpty() && object.getRawPath().equals(withoutSlash(shown.getRawPath()))
          ? Optional.of(id)
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String lastStep(String location) {
    String path = withoutSlash(location.replaceAll("[?#].*", ""));
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static String withoutSlash(String path) {
    int end = path.length();
    while (end > 1 && path.charAt(end - 1) == '/') {
      end--;
    }
    return path.substring(0, end);
  }

  /**
   * The object must not get lost. If a repeated attempt would look it up and then make another, a
   * tainted record keeps its place; otherwise a person says which object it is.
   */
  static Outcome madeWithoutId(JsonNode desired, HttpCall.Reply reply) {
    String message =
        (reply.cutOff()
                ? "the object was created, but the reply is too long to read"
                : "the object was created, but neither "
                    + idPath(desired)
                    + " in the reply nor a Location header has its id")
            + "; set id_path, or an object_path without {id}, and check the object that now exists";
    if (HttpObject.repeatsOf(desired).create() != RepeatClass.SEARCH) {
      return new Outcome.InDoubt("NO_ID", message);
    }
    String id = UNKNOWN + desired.path("path").asText();
    ObjectNode attributes = desired.deepCopy();
    return Outcome.permanent("NO_ID", message).withPartial(id, attributes.put("id", id));
  }

  static void requireId(Prior prior) throws ProviderFailure {
    if (prior.id().startsWith(UNKNOWN)) {
      throw ProviderFailure.user(
          "NO_ID",
          "an object was created at "
              + prior.id().substring(UNKNOWN.length())
              + "; its id is not known: check it there, then remove it from state with sluice state"
              + " rm");
    }
  }

  static String idPath(JsonNode config) {
    return config.path("id_path").asText("id");
  }

  static String objectPath(JsonNode config, String id) {
    String template =
        config.hasNonNull("object_path")
            ? config.get("object_path").textValue()
            : withoutSlash(config.path("path").asText()) + "/{id}";
    return template.replace("{id}", HttpTarget.encoded(id));
  }
}
