package io.sluice.providers.http;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.ANY;
import static io.sluice.provider.schema.AttributeType.INTEGER;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.ErrorClass;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.time.DurationText;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.ResourceType;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.schema.ValueCheck;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * {@code http_object}: any object with a REST interface. Whether its creation may be repeated
 * follows from how it is made: a PUT, or a header that carries {@code {token}}, may be sent again;
 * a lookup can be asked; anything else is in doubt when its reply is lost.
 */
final class HttpObject implements ResourceType {
  private static final ValueCheck METHOD =
      ValueCheck.matching(Pattern.compile("[A-Z]{3,10}"), "an HTTP method such as POST");

  static final TypeSchema SCHEMA =
      TypeSchema.resource(
              "http_object",
              "An object with a REST interface.",
              Repeats.all(RepeatClass.NONE),
              required("path", STRING)
                  .replaces()
                  .checkedBy(ValueCheck.notEmpty())
                  .describedAs("Where it is made: a path below base_url, or a URL."),
              required("body", ANY).describedAs("What is sent to make and to change it."),
              optional("object_path", STRING)
                  .describedAs("Where it is then; {id} stands for its id. By default path/{id}."),
              method("create_method", "POST"),
              method("update_method", "PUT"),
              method("delete_method", "DELETE"),
              optional("id_path", STRING)
                  .defaultsTo("id")
                  .describedAs("Where in the reply its id stands, for example data.id."),
              optional("headers", AttributeType.mapOf(STRING))
                  .describedAs("Sent besides the provider's; {token} stands for the operation's."),
              optional("lookup_path", STRING)
                  .describedAs("Finds what an earlier attempt made; {token} stands for its token."),
              optional("ready_path", STRING)
                  .describedAs(
                      "Where in the object to look until it is ready, for example status."),
              optional("ready_value", STRING).describedAs("What stands there then."),
              optional("ready_interval", STRING)
                  .defaultsTo("1s")
                  .checkedBy(ValueCheck.DURATION)
                  .describedAs("How often to look."),
              optional("not_done_statuses", AttributeType.setOf(INTEGER))
                  .describedAs("Statuses by which the server says that nothing was done."),
              computed("id", STRING).kept().describedAs("Its id."),
              computed("response", ANY).describedAs("The object as the server shows it."))
          .announcesWriting();

  /** Before the path, in place of an id that the server did not tell. */
  private static final String UNKNOWN = "?";

  private static final Duration UNSEEN = Duration.ofSeconds(30);

  private final HttpTarget target;

  HttpObject(HttpTarget target) {
    this.target = target;
  }

  private static AttributeSchema method(String name, String value) {
    return optional(name, STRING).defaultsTo(value).checkedBy(METHOD).describedAs("HTTP method.");
  }

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  static Repeats repeatsOf(JsonNode desired) {
    boolean token = false;
    for (JsonNode header : desired.path("headers")) {
      token |= header.asText().contains("{token}");
    }
    boolean put = desired.path("create_method").asText().equals("PUT");
    RepeatClass create =
        token || put
            ? RepeatClass.TOKEN
            : desired.hasNonNull("lookup_path") ? RepeatClass.SEARCH : RepeatClass.NONE;
    boolean declarative = desired.path("update_method").asText("PUT").equals("PUT");
    return new Repeats(
        create, declarative || token ? RepeatClass.TOKEN : RepeatClass.NONE, RepeatClass.TOKEN);
  }

  @Override
  public Outcome create(OperationContext context, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    HttpCall.Reply reply =
        send(context, desired, "create_method", desired.get("path").textValue(), true);
    boolean moved = reply.isRedirect();
    if (!reply.ok() && !moved) {
      return refused("creating", desired, reply, false);
    }
    Optional<String> id = moved ? idOfLocation(desired, reply) : id(desired, reply);
    if (id.isPresent()) {
      return awaitReady(context, desired, id.get());
    }
    return moved ? refused("creating", desired, reply, false) : madeWithoutId(desired, reply);
  }

  /** By the reply's body, else by its Location; where the object's path needs none, that path. */
  private Optional<String> id(JsonNode desired, HttpCall.Reply reply) {
    JsonNode named = Replies.at(Replies.body(reply), idPath(desired));
    if (!named.isMissingNode() && !named.isContainerNode() && !reply.cutOff()) {
      return Optional.of(named.asText());
    }
    Optional<String> location = reply.headers().firstValue("Location");
    if (location.isPresent()) {
      return location.map(HttpObject::lastStep);
    }
    String fixed = desired.path("object_path").asText("");
    return fixed.isEmpty() || fixed.contains("{id}") ? Optional.empty() : Optional.of(fixed);
  }

  /** A redirect may lead anywhere (to a login, say): only to where the object would be counts. */
  private Optional<String> idOfLocation(JsonNode desired, HttpCall.Reply reply)
      throws ProviderFailure {
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
   * It must not get lost. Where a lookup would come next, and then another object, a record that is
   * tainted keeps the place; else a person says which object it is.
   */
  private static Outcome madeWithoutId(JsonNode desired, HttpCall.Reply reply) {
    String message =
        (reply.cutOff()
                ? "the object was made, but the reply is too long to be read"
                : "the object was made, but neither "
                    + idPath(desired)
                    + " in the reply nor a Location header says its id")
            + "; set id_path, or object_path without {id}, and see to the object that there is now";
    if (repeatsOf(desired).create() != RepeatClass.SEARCH) {
      return new Outcome.InDoubt("NO_ID", message);
    }
    String id = UNKNOWN + desired.path("path").asText();
    ObjectNode attributes = desired.deepCopy();
    return Outcome.permanent("NO_ID", message).withPartial(id, attributes.put("id", id));
  }

  private static void requireId(Prior prior) throws ProviderFailure {
    if (prior.id().startsWith(UNKNOWN)) {
      throw ProviderFailure.user(
          "NO_ID",
          "an object was made at "
              + prior.id().substring(UNKNOWN.length())
              + " whose id is not known: see to it there, then forget it with sluice state rm");
    }
  }

  private static String idPath(JsonNode config) {
    return config.path("id_path").asText("id");
  }

  private Outcome awaitReady(OperationContext context, JsonNode desired, String id)
      throws ProviderFailure, InterruptedException {
    Duration interval = DurationText.duration(desired.path("ready_interval").asText("1s"));
    long unseenUntil = System.nanoTime() + UNSEEN.toNanos();
    while (true) {
      Optional<HttpCall.Reply> seen;
      try {
        seen = look(context, desired, id);
      } catch (Unreadable e) {
        ObjectNode known = desired.deepCopy();
        return e.why.withPartial(id, known.put("id", id));
      }
      HttpCall.Reply reply = seen.orElse(null);
      boolean unseen =
          reply == null || (reply.status() == 404 && System.nanoTime() - unseenUntil < 0);
      if (reply != null && reply.ok() && ready(desired, Replies.body(reply))) {
        return found(desired, id, reply);
      }
      ObjectNode soFar = desired.deepCopy();
      if (reply != null && !unseen && !worthLookingAgain(reply)) {
        return HttpCall.refused("reading what was created", reply, true) instanceof Outcome.Failed f
            ? f.withPartial(id, soFar.put("id", id))
            : new Outcome.InDoubt("UNSEEN", id + " was created, but can't be read");
      }
      try {
        context.pause(interval);
      } catch (OperationContext.Stopped e) {
        return Outcome.permanent(
                e.code(), id + " was created, but was not ready: " + e.getMessage())
            .withPartial(id, soFar.put("id", id));
      }
    }
  }

  private HttpCall.Reply get(OperationContext context, JsonNode config, String id)
      throws ProviderFailure, InterruptedException {
    return target.send(context, "GET", objectPath(config, id), config.path("headers"), null);
  }

  private static boolean worthLookingAgain(HttpCall.Reply reply) {
    return reply.ok() || reply.status() == 429 || reply.status() >= 500;
  }

  /**
   * What fails on the way counts as not seen yet: the object is made, and a failure that says
   * "certainly not done" would make it again.
   */
  private Optional<HttpCall.Reply> look(OperationContext context, JsonNode config, String id)
      throws InterruptedException, Unreadable {
    try {
      return Optional.of(get(context, config, id));
    } catch (ProviderFailure e) {
      if (e.outcome() instanceof Outcome.Failed failed
          && failed.errorClass() != ErrorClass.TRANSIENT
          && failed.errorClass() != ErrorClass.THROTTLED) {
        throw new Unreadable(failed);
      }
      return Optional.empty();
    }
  }

  /** What was made can't be looked at, and trying again would not help. */
  private static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Outcome.Failed why;

    Unreadable(Outcome.Failed why) {
      super(why.message(), null, false, false);
      this.why = why;
    }
  }

  private static boolean ready(JsonNode desired, JsonNode object) {
    return !desired.has("ready_path")
        || Replies.at(object, desired.get("ready_path").textValue())
            .asText()
            .equals(desired.path("ready_value").asText());
  }

  @Override
  public Outcome read(OperationContext context, Prior prior)
      throws ProviderFailure, InterruptedException {
    requireId(prior);
    HttpCall.Reply reply = get(context, prior.attributes(), prior.id());
    if (reply.status() == 404 || reply.status() == 410) {
      return new Outcome.Gone();
    }
    return reply.ok()
        ? found(prior.attributes(), prior.id(), reply)
        : HttpCall.refused("reading", reply, true);
  }

  @Override
  public Outcome update(OperationContext context, Prior prior, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    HttpCall.Reply reply =
        send(context, desired, "update_method", objectPath(desired, prior.id()), true);
    if (reply.status() == 404 || reply.status() == 410) {
      return new Outcome.Gone();
    }
    return reply.ok()
        ? awaitReady(context, desired, prior.id())
        : refused("updating", desired, reply, false);
  }

  @Override
  public Outcome delete(OperationContext context, Prior prior)
      throws ProviderFailure, InterruptedException {
    requireId(prior);
    JsonNode config = prior.attributes();
    HttpCall.Reply reply =
        send(context, config, "delete_method", objectPath(config, prior.id()), false);
    return reply.ok() || reply.status() == 404 || reply.status() == 410
        ? new Outcome.Gone()
        : refused("deleting", config, reply, false);
  }

  /** The lookup's reply is the object, or a list whose first it is. */
  @Override
  public Outcome findByToken(OperationContext context, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    if (!desired.has("lookup_path")) {
      return new Outcome.Gone();
    }
    String path =
        desired
            .get("lookup_path")
            .textValue()
            .replace("{token}", HttpTarget.encoded(context.token()));
    HttpCall.Reply reply = target.send(context, "GET", path, desired.path("headers"), null);
    if (reply.status() == 404) {
      return new Outcome.Gone();
    }
    if (!reply.ok()) {
      return HttpCall.refused("looking up", reply, true);
    }
    JsonNode body = Replies.body(reply);
    JsonNode object = body.isArray() ? body.path(0) : body;
    JsonNode id = Replies.at(object, idPath(desired));
    if (id.isMissingNode() && body.isArray() && !object.isEmpty()) {
      return Outcome.permanent(
          "NO_ID",
          "the lookup found an object, but " + idPath(desired) + " says no id; set id_path");
    }
    return id.isMissingNode() ? new Outcome.Gone() : awaitReady(context, desired, id.asText());
  }

  private HttpCall.Reply send(
      OperationContext context, JsonNode config, String method, String path, boolean withBody)
      throws ProviderFailure, InterruptedException {
    String expanded = path.replace("{token}", HttpTarget.encoded(context.token()));
    return target.send(
        context,
        config.path(method).asText(method.equals("delete_method") ? "DELETE" : "PUT"),
        expanded,
        config.path("headers"),
        withBody ? config.get("body") : null);
  }

  private static String objectPath(JsonNode config, String id) {
    String template =
        config.hasNonNull("object_path")
            ? config.get("object_path").textValue()
            : withoutSlash(config.path("path").asText()) + "/{id}";
    return template.replace("{id}", HttpTarget.encoded(id));
  }

  private static Outcome refused(
      String doing, JsonNode config, HttpCall.Reply reply, boolean reading) {
    for (JsonNode status : config.path("not_done_statuses")) {
      if (status.intValue() == reply.status()) {
        return Outcome.transientFailure(
            "HTTP_" + reply.status(), doing + ": status " + reply.status());
      }
    }
    return HttpCall.refused(doing, reply, reading);
  }

  /** Fields of the body that the object shows otherwise are shown so: that is drift. */
  private static Outcome found(JsonNode config, String id, HttpCall.Reply reply) {
    ObjectNode attributes = config.deepCopy();
    JsonNode object = Replies.body(reply);
    attributes.put("id", id).set("response", object);
    if (attributes.path("body") instanceof ObjectNode body && object.isObject()) {
      for (Map.Entry<String, JsonNode> field : config.path("body").properties()) {
        JsonNode shown = object.path(field.getKey());
        if (!shown.isMissingNode() && !Json.same(shown, field.getValue())) {
          body.set(field.getKey(), shown);
        }
      }
    }
    return new Outcome.Done(id, attributes);
  }
}
