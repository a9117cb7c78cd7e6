package io.sluice.providers.fakecloud;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.ResourceType;
import io.sluice.provider.Session;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.providers.http.HttpCall;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One kind of object on a fake cloud. Creating sends the operation's token as idempotency key, so
 * that it may be sent again whenever it is in doubt; then it waits until reads see the object and
 * it is active.
 */
final class CloudResource implements ResourceType {
  private static final Duration POLL = Duration.ofMillis(200);
  private final TypeSchema schema;
  private final URI kind;

  CloudResource(TypeSchema schema, Kind kind, URI base) {
    this.schema = schema;
    this.kind = base.resolve("v1/" + kind.path);
  }

  @Override
  public TypeSchema schema() {
    return schema;
  }

  @Override
  public boolean showsItsWrites() {
    return true;
  }

  @Override
  public Outcome create(OperationContext context, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    ObjectNode body = desired.deepCopy();
    HttpCall.Reply reply = send(context, "POST", kind, body.put("tag", context.tag()));
    if (!reply.ok()) {
      return HttpCall.refused("creating", reply, false);
    }
    JsonNode made = json(reply);
    return awaitActive(context, made.path("id").asText(), made);
  }

  private Outcome awaitActive(OperationContext context, String id, JsonNode made)
      throws ProviderFailure, InterruptedException {
    while (true) {
      try {
        HttpCall.Reply reply = send(context, "GET", object(id), null);
        if (reply.ok() && json(reply).path("status").asText().equals("active")) {
          return found(json(reply));
        }
        Duration wait = HttpCall.retryAfter(reply);
        context.pause(wait == null || wait.compareTo(POLL) < 0 ? POLL : wait);
      } catch (OperationContext.Stopped e) {
        return unfinished(id, made, e.code());
      } catch (ProviderFailure e) {
        if (context.deadline().passed() || context.cancellation().isCancelled()) {
          return unfinished(id, made, "TIMEOUT");
        }
        context.cancellation().sleep(POLL);
      }
    }
  }

  /** It is made, and its token finds it again. */
  private static Outcome unfinished(String id, JsonNode made, String code) {
    return new Outcome.InDoubt(
        code,
        id
            + " was created, and is "
            + made.path("status").asText()
            + " still; Sluice did not wait any longer");
  }

  @Override
  public Outcome read(OperationContext context, Prior prior)
      throws ProviderFailure, InterruptedException {
    HttpCall.Reply reply = send(context, "GET", object(prior.id()), null);
    if (reply.status() == 404) {
      return new Outcome.Gone();
    }
    return reply.ok() ? found(json(reply)) : HttpCall.refused("reading", reply, true);
  }

  @Override
  public Outcome update(OperationContext context, Prior prior, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    HttpCall.Reply reply = send(context, "PUT", object(prior.id()), desired);
    if (reply.status() == 404) {
      return new Outcome.Gone();
    }
    return reply.ok() ? found(json(reply)) : HttpCall.refused("updating", reply, false);
  }

  @Override
  public Outcome delete(OperationContext context, Prior prior)
      throws ProviderFailure, InterruptedException {
    HttpCall.Reply reply = send(context, "DELETE", object(prior.id()), null);
    return reply.ok() || reply.status() == 404
        ? awaitGone(context, prior)
        : HttpCall.refused("deleting", reply, false);
  }

  private Outcome awaitGone(OperationContext context, Prior prior)
      throws ProviderFailure, InterruptedException {
    while (true) {
      try {
        HttpCall.Reply reply = send(context, "GET", object(prior.id()), null);
        if (reply.status() == 404) {
          return new Outcome.Gone();
        }
        context.pause(POLL);
      } catch (OperationContext.Stopped e) {
        return new Outcome.InDoubt(e.code(), prior.id() + " was deleted, but is still visible");
      } catch (ProviderFailure e) {
        if (context.deadline().passed() || context.cancellation().isCancelled()) {
          return new Outcome.InDoubt(
              "TIMEOUT", prior.id() + " was deleted; Sluice did not check again");
        }
        context.cancellation().sleep(POLL);
      }
    }
  }

  @Override
  public Outcome findByToken(OperationContext context, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    HttpCall.Reply reply =
        send(context, "GET", URI.create(kind + "?token=" + encoded(context.token())), null);
    if (!reply.ok()) {
      return HttpCall.refused("searching", reply, true);
    }
    JsonNode objects = json(reply);
    return objects.isEmpty() ? new Outcome.Gone() : found(objects.get(0));
  }

  @Override
  public List<Session.Listed> list(OperationContext context, String tagPrefix)
      throws ProviderFailure, InterruptedException {
    HttpCall.Reply reply =
        send(context, "GET", URI.create(kind + "?tag=" + encoded(tagPrefix)), null);
    if (!reply.ok()) {
      throw ProviderFailure.notDone("NOT_LISTED", "listing: status " + reply.status());
    }
    List<Session.Listed> listed = new ArrayList<>();
    for (JsonNode object : json(reply)) {
      listed.add(new Session.Listed(object.path("id").asText(), object.path("tag").asText()));
    }
    return listed;
  }

  @Override
  public Outcome importState(OperationContext context, String importId)
      throws ProviderFailure, InterruptedException {
    return switch (read(context, new Prior(importId, Json.object()))) {
      case Outcome.Gone gone -> Outcome.user("NOT_FOUND", "there is no object " + importId);
      case Outcome other -> other;
    };
  }

  private HttpCall.Reply send(
      OperationContext context,
      String method,
      URI uri,
      @org.jspecify.annotations.Nullable JsonNode body)
      throws ProviderFailure, InterruptedException {
    return HttpCall.send(
        context,
        HttpRequest.newBuilder(uri)
            .header("Idempotency-Key", context.token())
            .header("Content-Type", "application/json")
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(Json.encode(body))));
  }

  private URI object(String id) {
    return URI.create(kind + "/" + encoded(id));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static JsonNode json(HttpCall.Reply reply) throws ProviderFailure {
    try {
      return Json.tree(reply.body().getBytes(StandardCharsets.UTF_8));
    } catch (MalformedMessage e) {
      throw ProviderFailure.inDoubt("BAD_REPLY", "the reply is not JSON");
    }
  }

  /** Only what the schema knows. */
  private Outcome found(JsonNode object) {
    ObjectNode attributes = Json.object();
    for (AttributeSchema attribute : schema.body().attributes()) {
      if (object.hasNonNull(attribute.name())) {
        attributes.set(attribute.name(), object.get(attribute.name()));
      }
    }
    return new Outcome.Done(object.path("id").asText(), attributes);
  }
}
