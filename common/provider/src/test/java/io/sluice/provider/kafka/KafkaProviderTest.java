package io.sluice.provider.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.embedded.ClusterOptions;
import io.sluice.embedded.EmbeddedKafka;
import io.sluice.model.ErrorClass;
import io.sluice.model.json.Json;
import io.sluice.provider.Prior;
import io.sluice.provider.Provider;
import io.sluice.provider.contract.ResourceContract;
import io.sluice.provider.schema.PlannedChange;
import io.sluice.provider.schema.SchemaCheck;
import io.sluice.provider.schema.SchemaDiff;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaProviderTest {
  @TempDir static Path data;
  private static EmbeddedKafka kafka;

  @BeforeAll
  static void start() {
    kafka =
        EmbeddedKafka.start(
            data,
            ClusterOptions.DEFAULT.withBrokerSettings(
                Map.of(
                    "authorizer.class.name",
                    "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                    "super.users",
                    "User:ANONYMOUS")));
  }

  @AfterAll
  static void stop() {
    kafka.close();
  }

  abstract static class OnKafka extends ResourceContract {
    @Override
    protected Provider provider() {
      return new KafkaProvider();
    }

    @Override
    protected JsonNode configuration() {
      return Json.object().put("bootstrap_servers", kafka.bootstrapServers());
    }

    String unique() {
      return "t" + directory.getFileName();
    }
  }

  @Nested
  class Topic extends OnKafka {
    @Override
    protected String type() {
      return "kafka_topic";
    }

    @Override
    protected JsonNode desired() {
      return json("{'partitions':2,'config':{'retention.ms':'60000','cleanup.policy':'delete'}}")
          .<com.fasterxml.jackson.databind.node.ObjectNode>deepCopy()
          .put("name", unique());
    }

    @Override
    protected Optional<JsonNode> changed() {
      return Optional.of(
          json("{'partitions':3,'config':{'retention.ms':'70000'}}")
              .<com.fasterxml.jackson.databind.node.ObjectNode>deepCopy()
              .put("name", unique()));
    }

    @Override
    protected Optional<JsonNode> failing() {
      return Optional.of(
          json("{'replication_factor':3}")
              .<com.fasterxml.jackson.databind.node.ObjectNode>deepCopy()
              .put("name", unique()));
    }

    @Override
    protected Set<String> unknownAfterImport() {
      return Set.of("config");
    }

    @Test
    void fewerPartitionsReplaceAndMoreDoNot() {
      JsonNode two = json("{'name':'x','partitions':2}");
      assertThat(planned(two, json("{'name':'x','partitions':1}")))
          .isInstanceOf(PlannedChange.Replace.class);
      assertThat(planned(two, json("{'name':'x','partitions':4}")))
          .isInstanceOf(PlannedChange.Update.class);
    }

    @Test
    void aSettingLeftOutGoesBackToItsDefault() {
      Prior prior = prior(create());
      done(
          session.update(
              calls.fresh(), type(), prior, SchemaCheck.conform(schema(), changed().get())));
      JsonNode read = done(session.read(calls.fresh(), type(), prior)).attributes();
      assertThat(read.at("/config/retention.ms").asText()).isEqualTo("70000");
      assertThat(read.get("partitions").intValue()).isEqualTo(3);
    }

    @Test
    void aChangeFromOutsideShowsAsDrift() {
      Prior prior = prior(create());
      done(
          session.update(
              calls.fresh(), type(), prior, SchemaCheck.conform(schema(), changed().get())));
      JsonNode read = done(session.read(calls.fresh(), type(), prior)).attributes();
      assertThat(SchemaDiff.drift(schema(), desired(), read)).contains("/partitions", "/config");
    }

    private PlannedChange planned(JsonNode before, JsonNode after) {
      return provider().plan(schema(), new Provider.PlanInput(before, null, after, Set.of()));
    }
  }

  @Nested
  class Acl extends OnKafka {
    @Override
    protected String type() {
      return "kafka_acl";
    }

    @Override
    protected JsonNode desired() {
      return json("{'resource_type':'topic','pattern_type':'prefixed','principal':'User:alice',"
              + "'operation':'read'}")
          .<com.fasterxml.jackson.databind.node.ObjectNode>deepCopy()
          .put("resource_name", unique());
    }
  }

  @Nested
  class Quota extends OnKafka {
    @Override
    protected String type() {
      return "kafka_quota";
    }

    @Override
    protected JsonNode desired() {
      return json("{'producer_byte_rate':1000}")
          .<com.fasterxml.jackson.databind.node.ObjectNode>deepCopy()
          .put("user", unique());
    }

    @Override
    protected Optional<JsonNode> changed() {
      return Optional.of(
          json("{'consumer_byte_rate':2000}")
              .<com.fasterxml.jackson.databind.node.ObjectNode>deepCopy()
              .put("user", unique()));
    }
  }

  @Test
  void aBrokerThatIsNotThereIsNoHang() {
    Provider.Configured configured =
        new KafkaProvider().configure(ResourceContract.json("{'bootstrap_servers':'nowhere'}"));
    assertThat(configured)
        .isInstanceOfSatisfying(
            Provider.Configured.Refused.class,
            refused -> {
              assertThat(refused.why().errorClass()).isEqualTo(ErrorClass.USER);
              assertThat(refused.why().message()).contains("nowhere");
            });
  }
}
