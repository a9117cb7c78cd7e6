package io.sluice.providers.http;

import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeType.BOOL;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.Outcome;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.TypedSession;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.ProviderSchema;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import java.util.List;
import java.util.Set;

/** REST objects, {@code data "http"} and the step {@code http_request}. */
public final class HttpProvider implements Provider {
  private static final BlockBody CONFIGURATION =
      BlockBody.of(
          optional("base_url", STRING).describedAs("Prepended to paths that begin with a slash."),
          optional("headers", AttributeType.mapOf(STRING))
              .asSensitive()
              .describedAs(
                  "Headers to send with every request to base_url's host, such as Authorization."),
          optional("username", STRING).describedAs("For basic authentication."),
          optional("password", STRING).asSensitive().describedAs("For basic authentication."),
          optional("ca_cert_pem", STRING).describedAs("The only certificates to trust."),
          optional("send_to_any_host", BOOL)
              .describedAs("Also send headers and login to hosts other than base_url's."),
          optional("insecure", BOOL).describedAs("Trust any certificate."));

  @Override
  public String name() {
    return "http";
  }

  @Override
  public ProviderSchema schema() {
    return new ProviderSchema(
        CONFIGURATION, List.of(HttpObject.SCHEMA, HttpData.SCHEMA, HttpRequestStep.SCHEMA));
  }

  @Override
  public Configured configure(JsonNode configuration) {
    try {
      HttpTarget target = HttpTarget.of(configuration);
      return new Configured.Ready(
          TypedSession.of(
              List.of(new HttpObject(target)),
              List.of(new HttpData(target)),
              List.of(new HttpRequestStep(target)),
              target::close));
    } catch (ProviderFailure e) {
      return new Configured.Refused(
          Outcome.user("BAD_CONFIGURATION", String.valueOf(e.getMessage())));
    }
  }

  @Override
  public Set<String> derivedSecrets(JsonNode configuration) {
    return configuration.has("username") ? Set.of(HttpTarget.basic(configuration)) : Set.of();
  }

  @Override
  public Repeats repeats(TypeSchema type, JsonNode desired) {
    return switch (type.kind()) {
      case RESOURCE -> HttpObject.repeatsOf(desired);
      case STEP -> HttpRequestStep.repeatsOf(desired);
      case DATA, EPHEMERAL -> type.repeats();
    };
  }
}
