package io.sluice.providers.kafka;

import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.Outcome;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.TypedSession;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.PlannedChange;
import io.sluice.provider.schema.ProviderSchema;
import io.sluice.provider.schema.TypeSchema;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;

/** A Kafka cluster as code. */
public final class KafkaProvider implements Provider {
  private static final String EMBEDDED = "embedded";
  private static final BlockBody CONFIGURATION =
      BlockBody.of(
          optional("bootstrap_servers", STRING)
              .describedAs(
                  "host:port,… (default: KAFKA_BOOTSTRAP_SERVERS of the worker). \"embedded\" is"
                      + " the broker of the worker's own local deployment."),
          optional("properties", AttributeType.mapOf(STRING))
              .asSensitive()
              .describedAs(
                  "More settings of the client, such as security.protocol; none that name a"
                      + " file."));

  /** The client settings for the broker of this worker's own deployment; empty in a fleet. */
  private volatile Map<String, String> own = Map.of();

  /**
   * For the worker of a local deployment: what {@code bootstrap_servers = "embedded"} means there.
   * These settings are never sent to another address, since they give access to the deployment.
   */
  public void knowsOwnBroker(Map<String, String> settings) {
    own = Map.copyOf(settings);
  }

  @Override
  public String name() {
    return "kafka";
  }

  @Override
  public ProviderSchema schema() {
    return new ProviderSchema(
        CONFIGURATION, List.of(KafkaTopic.SCHEMA, KafkaAcl.SCHEMA, KafkaQuota.SCHEMA));
  }

  /** Partitions grow in place; fewer of them is another topic. */
  @Override
  public PlannedChange plan(TypeSchema type, PlanInput input) {
    PlannedChange change = Provider.super.plan(type, input);
    return type.type().equals(KafkaTopic.SCHEMA.type()) && change instanceof PlannedChange.Update u
        ? KafkaTopic.plan(input, u)
        : change;
  }

  @Override
  public Configured configure(JsonNode configuration) {
    try {
      Properties properties = KafkaSettings.of(configuration, System.getenv());
      if (EMBEDDED.equals(properties.get(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG))) {
        if (own.isEmpty()) {
          throw ProviderFailure.user(
              "BAD_CONFIGURATION",
              "\"embedded\" is the broker of a local deployment, but this worker is part of none:"
                  + " name host:port");
        }
        properties.putAll(own);
      }
      KafkaAdmin admin = new KafkaAdmin(Admin.create(properties));
      return new Configured.Ready(
          TypedSession.of(
                  List.of(new KafkaTopic(admin), new KafkaAcl(admin), new KafkaQuota(admin)),
                  List.of(),
                  List.of(),
                  () -> admin.client().close(Duration.ofSeconds(1)))
              .behind(admin::reach));
    } catch (ProviderFailure e) {
      return new Configured.Refused(
          Outcome.user("BAD_CONFIGURATION", String.valueOf(e.getMessage())));
    } catch (KafkaException e) {
      return new Configured.Refused(
          Outcome.user("BAD_CONFIGURATION", "the Kafka client refuses its settings: " + cause(e)));
    }
  }

  private static String cause(KafkaException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return String.valueOf(cause.getMessage());
  }
}
