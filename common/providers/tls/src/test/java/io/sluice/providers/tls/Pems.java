package io.sluice.providers.tls;

import static io.sluice.provider.contract.ResourceContract.done;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import io.sluice.provider.Provider;
import io.sluice.provider.Session;
import io.sluice.provider.contract.Calls;
import io.sluice.provider.contract.ResourceContract;
import io.sluice.provider.schema.ProviderSchema;
import io.sluice.provider.schema.SchemaCheck;
import io.sluice.provider.schema.TypeSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Optional;

/** Configurations for the contract, made once from keys of their own. */
final class Pems {
  private static final Provider PROVIDER = new TlsProvider();
  private static final Session SESSION =
      ((Provider.Configured.Ready) PROVIDER.configure(Json.object())).session();
  private static final Calls CALLS = calls();
  private static final String KEY =
      made("tls_private_key", Json.object().put("algorithm", "ED25519"))
          .path("private_key_pem")
          .asText();
  private static final JsonNode REQUEST = made("tls_cert_request", tls_cert_request());
  private static final JsonNode AUTHORITY = made("tls_self_signed_cert", tls_self_signed_cert());

  private Pems() {}

  static JsonNode tls_cert_request() {
    ObjectNode config =
        (ObjectNode)
            ResourceContract.json(
                "{'subject':[{'common_name':'a'}],'dns_names':['a.test'],"
                    + "'ip_addresses':['10.0.0.1']}");
    return config.put("private_key_pem", KEY);
  }

  static JsonNode tls_self_signed_cert() {
    ObjectNode config = (ObjectNode) tls_cert_request();
    config.put("is_ca_certificate", true).put("validity_period_hours", 24);
    config.putArray("allowed_uses").add("cert_signing");
    return config;
  }

  static JsonNode tls_locally_signed_cert() {
    ObjectNode config = Json.object();
    config.set("cert_request_pem", REQUEST.get("cert_request_pem"));
    config.set("ca_cert_pem", AUTHORITY.get("cert_pem"));
    config.put("ca_private_key_pem", KEY).put("validity_period_hours", 24);
    config.putArray("allowed_uses").add("server_auth");
    return config;
  }

  static Optional<JsonNode> renewingEarlier(JsonNode config) {
    return config.has("allowed_uses")
        ? Optional.of(((ObjectNode) config).put("early_renewal_hours", 2))
        : Optional.empty();
  }

  static JsonNode withCanary(JsonNode config) {
    String argument = config.has("private_key_pem") ? "private_key_pem" : "ca_private_key_pem";
    return ((ObjectNode) config).put(argument, "canary-271828");
  }

  private static JsonNode made(String type, JsonNode config) {
    ProviderSchema schema = PROVIDER.schema();
    TypeSchema found =
        schema.types().stream().filter(each -> each.type().equals(type)).findFirst().orElseThrow();
    JsonNode conformed = SchemaCheck.conform(found, config);
    return done(SESSION.create(CALLS.fresh(), type, conformed)).attributes();
  }

  private static Calls calls() {
    try {
      return new Calls(Files.createTempDirectory("sluice-tls"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
