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
                  .describedAs("Where to create it: a path below base_url, or a URL."),
              required("body", ANY)
                  .describedAs("The body of the requests that create and update it."),
              optional("object_path", STRING)
                  .describedAs(
                      "The path of the object; {id} stands for its id (default: path/{id})."),
              method("create_method", "POST"),
              method("update_method", "PUT"),
              method("delete_method", "DELETE"),
              optional("id_path", STRING)
                  .defaultsTo("id")
                  .describedAs("The path of the id in the reply, for example data.id."),
              optional("headers", AttributeType.mapOf(STRING))
                  .describedAs(
                      "Headers to send besides the provider's; {token} stands for the operation's"
                          + " token."),
              optional("lookup_path", STRING)
                  .describedAs(
                      "The path that finds what an earlier attempt created; {token} stands for its"
                          + " token."),
              optional("ready_path", STRING)
                  .describedAs(
                      "The path in the object to check until it is ready, for example status."),
              optional("ready_value", STRING).describedAs("The value there that means ready."),
              optional("ready_interval", STRING)
                  .defaultsTo("1s")
                  .checkedBy(ValueCheck.DURATION)
                  .describedAs("How often to check."),
              optional("not_done_statuses", AttributeType.setOf(INTEGER))
                  .describedAs("The statuses by which the server says that nothing was done."),
              computed("id", STRING).kept().describedAs("Its id."),
              computed("response", ANY).describedAs("The object as the server shows it."))
          .announcesWriting();

  private static final Duration UNSEEN = Duration.ofSeconds(30);

  private final HttpTarget target;
  private final ObjectIds ids;

  HttpObject(HttpTarget target) {
    this.target = target;
    this.ids = new ObjectIds(target);
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
    Optional<String> id = moved ? ids.ofLocation(desired, reply) : ids.of(desired, reply);
    if (id.isPresent()) {
      return awaitReady(context, desired, id.get());
    }
    return moved
        ? refused("creating", desired, reply, false)
        : ObjectIds.madeWithoutId(desired, reply);
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
            : new Outcome.InDoubt("UNSEEN", id + " was created, but cannot be read");
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
    return target.send(
        context, "GET", ObjectIds.objectPath(config, id), config.path("headers"), null);
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

  /** The new object can't be read, and trying again would not help. */
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
    ObjectIds.requireId(prior);
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
        send(context, desired, "update_method", ObjectIds.objectPath(desired, prior.id()), true);
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
    ObjectIds.requireId(prior);
    JsonNode config = prior.attributes();
    HttpCall.Reply reply =
        send(context, config, "delete_method", ObjectIds.objectPath(config, prior.id()), false);
    return reply.ok() || reply.status() == 404 || reply.status() == 410
        ? new Outcome.Gone()
        : refused("deleting", config, reply, false);
  }

  /** The lookup's reply is the object, or a list whose first element is the object. */
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
    JsonNode id = Replies.at(object, ObjectIds.idPath(desired));
    if (id.isMissingNode() && body.isArray() && !object.isEmpty()) {
      return Outcome.permanent(
          "NO_ID",
          "the lookup found an object, but "
              + ObjectIds.idPath(desired)
              + " has no id; set id_path");
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

  /** Fields of the body take the values that the object shows: a difference is drift. */
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
