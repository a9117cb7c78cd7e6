package io.sluice.providers.http;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.INTEGER;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.provider.DataType;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.schema.ValueCheck;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** {@code data "http"}, as Terraform's: any status is a result. */
final class HttpData implements DataType {
  static final TypeSchema SCHEMA =
      TypeSchema.data(
          "http",
          "A server's answer to a request.",
          required("url", STRING).describedAs("The URL."),
          optional("method", STRING)
              .defaultsTo("GET")
              .checkedBy(ValueCheck.oneOf("GET", "HEAD", "POST"))
              .describedAs("GET, HEAD or POST."),
          optional("request_headers", AttributeType.mapOf(STRING)).describedAs("Headers to send."),
          optional("request_body", STRING).describedAs("A body to send."),
          computed("status_code", INTEGER).describedAs("The status."),
          computed("response_body", STRING).describedAs("The body as text."),
          computed("response_body_base64", STRING).describedAs("The body in base64."),
          computed("response_headers", AttributeType.mapOf(STRING))
              .describedAs("The headers; several of one name are joined by commas."),
          computed("id", STRING).describedAs("The URL."));

  private final HttpTarget target;

  HttpData(HttpTarget target) {
    this.target = target;
  }

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome read(OperationContext context, JsonNode config)
      throws ProviderFailure, InterruptedException {
    String url = config.get("url").textValue();
    HttpCall.Reply reply =
        target.send(
            context,
            config.get("method").textValue(),
            url,
            config.path("request_headers"),
            config.get("request_body"));
    ObjectNode attributes = config.deepCopy();
    attributes
        .put("status_code", reply.status())
        .put("response_body", reply.body())
        .put(
            "response_body_base64",
            Base64.getEncoder().encodeToString(reply.body().getBytes(StandardCharsets.UTF_8)));
    ObjectNode headers = attributes.putObject("response_headers");
    reply.headers().map().forEach((name, values) -> headers.put(name, String.join(", ", values)));
    return new Outcome.Done(url, attributes.put("id", url));
  }
}
