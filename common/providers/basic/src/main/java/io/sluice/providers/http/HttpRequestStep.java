package io.sluice.providers.http;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.ANY;
import static io.sluice.provider.schema.AttributeType.INTEGER;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.StepType;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.schema.ValueCheck;
import java.util.regex.Pattern;

/** {@code step "http_request"}: one request in every apply. */
final class HttpRequestStep implements StepType {
  static final TypeSchema SCHEMA =
      TypeSchema.step(
              "http_request",
              "Sends a request. GET, HEAD and OPTIONS repeat as PURE; PUT, DELETE and requests with"
                  + " {token} repeat as TOKEN.",
              RepeatClass.NONE,
              required("url", STRING).describedAs("The URL."),
              optional("method", STRING)
                  .defaultsTo("GET")
                  .checkedBy(ValueCheck.matching(Pattern.compile("[A-Z]{3,10}"), "an HTTP method"))
                  .describedAs("The method."),
              optional("headers", AttributeType.mapOf(STRING))
                  .describedAs("Headers; {token} stands for the operation's token."),
              optional("body", ANY).describedAs("Sent as text if it is a string, else as JSON."),
              optional("expect_status", AttributeType.setOf(INTEGER))
                  .describedAs("The statuses that count as success (default: 200 to 299)."),
              computed("status_code", INTEGER).describedAs("The status."),
              computed("response_body", STRING).describedAs("The body as text."),
              computed("response", ANY)
                  .describedAs("The body, parsed if it is JSON, else as text."))
          .announcesWriting();

  private final HttpTarget target;

  HttpRequestStep(HttpTarget target) {
    this.target = target;
  }

  /**
   * RFC 9110: reading changes nothing, and a PUT or DELETE sent twice is as good as once; so is a
   * request whose headers carry the operation's token. A method that is not known yet may be any.
   */
  static Repeats repeatsOf(JsonNode desired) {
    return Repeats.all(
        switch (desired.path("method").asText("GET")) {
          case "GET", "HEAD", "OPTIONS" -> RepeatClass.PURE;
          case "PUT", "DELETE" -> RepeatClass.TOKEN;
          default -> carriesToken(desired) ? RepeatClass.TOKEN : RepeatClass.NONE;
        });
  }

  private static boolean carriesToken(JsonNode desired) {
    for (JsonNode header : desired.path("headers")) {
      if (header.asText().contains("{token}")) {
        return true;
      }
    }
    return false;
  }

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome run(OperationContext context, JsonNode arguments)
      throws ProviderFailure, InterruptedException {
    String method = arguments.get("method").textValue();
    HttpCall.Reply reply =
        target.send(
            context,
            method,
            arguments.get("url").textValue(),
            arguments.path("headers"),
            arguments.get("body"));
    boolean expected = reply.ok();
    if (arguments.has("expect_status")) {
      expected = false;
      for (JsonNode status : arguments.get("expect_status")) {
        expected |= status.intValue() == reply.status();
      }
    }
    if (!expected && reply.isRedirect()) {
      return Outcome.permanent(
          "HTTP_" + reply.status(),
          "the request: status " + reply.status() + "; redirects are not followed");
    }
    if (!expected) {
      return HttpCall.refused("the request", reply, method.equals("GET") || method.equals("HEAD"));
    }
    ObjectNode attributes = arguments.deepCopy();
    attributes.put("status_code", reply.status()).put("response_body", reply.body());
    attributes.set("response", Replies.body(reply));
    return new Outcome.Done(context.token(), attributes);
  }
}
