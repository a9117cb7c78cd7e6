package io.sluice.providers.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.ProviderFailure;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.AdminClientConfig;

/**
 * The client's settings. The author of a configuration does not own the worker's files and classes:
 * only settings that name neither a file nor a class are allowed, and only logins by password.
 */
final class KafkaSettings {
  private static final Set<String> PERMITTED =
      Set.of(
          "client.dns.lookup",
          "client.id",
          "connections.max.idle.ms",
          "default.api.timeout.ms",
          "metadata.max.age.ms",
          "receive.buffer.bytes",
          "reconnect.backoff.max.ms",
          "reconnect.backoff.ms",
          "request.timeout.ms",
          "retries",
          "retry.backoff.max.ms",
          "retry.backoff.ms",
          "sasl.jaas.config",
          "sasl.mechanism",
          "security.protocol",
          "send.buffer.bytes",
          "socket.connection.setup.timeout.max.ms",
          "socket.connection.setup.timeout.ms",
          "ssl.cipher.suites",
          "ssl.enabled.protocols",
          "ssl.endpoint.identification.algorithm",
          "ssl.key.password",
          "ssl.keystore.certificate.chain",
          "ssl.keystore.key",
          "ssl.keystore.type",
          "ssl.protocol",
          "ssl.truststore.certificates",
          "ssl.truststore.type");

  private static final Pattern LOGIN =
      Pattern.compile(
          "\\s*org\\.apache\\.kafka\\.common\\.security\\."
              + "(plain\\.PlainLoginModule|scram\\.ScramLoginModule)\\s+required"
              + "(\\s+(username|password|tokenauth)\\s*=\\s*(\"([^\"\\\\]|\\\\.)*\"|[^\\s;\"]+))*"
              + "\\s*;\\s*",
          Pattern.DOTALL);

  private static final int LONGEST_LOGIN = 2000;

  private KafkaSettings() {}

  static Properties of(JsonNode configuration, Map<String, String> environment)
      throws ProviderFailure {
    String servers =
        configuration
            .path("bootstrap_servers")
            .asText(environment.getOrDefault("KAFKA_BOOTSTRAP_SERVERS", ""));
    if (servers.isBlank()) {
      throw ProviderFailure.user(
          "BAD_CONFIGURATION",
          "the configuration names no cluster: set bootstrap_servers in the provider block, or"
              + " KAFKA_BOOTSTRAP_SERVERS of the worker");
    }
    Properties properties = new Properties();
    properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers);
    properties.put(AdminClientConfig.CLIENT_ID_CONFIG, "sluice-provider-kafka");
    properties.put(AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, "2000");
    for (Map.Entry<String, JsonNode> property : configuration.path("properties").properties()) {
      properties.put(property.getKey(), permitted(property.getKey(), property.getValue().asText()));
    }
    return properties;
  }

  private static String permitted(String name, String value) throws ProviderFailure {
    if (!PERMITTED.contains(name)) {
      throw ProviderFailure.user(
          "BAD_CONFIGURATION",
          "properties: "
              + name
              + " is not permitted. Give certificates and keys as text (ssl.truststore.type=PEM and"
              + " ssl.truststore.certificates), and a login as sasl.jaas.config; docs/providers.md"
              + " has the list");
    }
    if (name.equals("sasl.jaas.config") && !isLogin(value)) {
      throw ProviderFailure.user(
          "BAD_CONFIGURATION",
          "properties: sasl.jaas.config must name Kafka's PlainLoginModule or ScramLoginModule,"
              + " required, with username and password, and end with a semicolon");
    }
    return value;
  }

  /** Bounded, since a pattern with groups that repeat needs stack for each repetition. */
  private static boolean isLogin(String value) {
    return value.length() <= LONGEST_LOGIN && LOGIN.matcher(value).matches();
  }
}
