package io.sluice.providers.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.embedded.ClusterOptions;
import io.sluice.embedded.EmbeddedKafka;
import io.sluice.model.ErrorClass;
import io.sluice.model.json.Json;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.Provider;
import io.sluice.provider.Session;
import io.sluice.provider.contract.Calls;
import io.sluice.provider.contract.ChangedOutside;
import io.sluice.provider.contract.ResourceContract;
import io.sluice.provider.schema.PlannedChange;
import io.sluice.provider.schema.SchemaCheck;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaProviderTest {
  @TempDir static Path data;
  private static EmbeddedKafka kafka;

  @BeforeAll
  static void start() {
    kafka =
        EmbeddedKafka.start(
            data,
            ClusterOptions.OPEN.withBrokerSettings(
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
          .<ObjectNode>deepCopy()
          .put("name", unique());
    }

    @Override
    protected Optional<JsonNode> changed() {
      return Optional.of(
          json("{'partitions':3,'config':{'retention.ms':'70000'}}")
              .<ObjectNode>deepCopy()
              .put("name", unique()));
    }

    @Override
    protected Optional<JsonNode> failing() {
      return Optional.of(
          json("{'replication_factor':3}").<ObjectNode>deepCopy().put("name", unique()));
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
    void aChangeFromOutsideShowsWhenRead() {
      Prior prior = prior(create());
      done(
          session.update(
              calls.fresh(), type(), prior, SchemaCheck.conform(schema(), changed().get())));
      JsonNode read = done(session.read(calls.fresh(), type(), prior)).attributes();
      assertThat(ChangedOutside.attributes(schema(), desired(), read))
          .contains("partitions", "config");
    }

    /** Somebody's topic with just the wanted partitions would be deleted with its data. */
    @Test
    void aTopicThatIsThereIsNotAdoptedThoughItIsAsDesired() {
      create();
      for (boolean recovering : List.of(false, true)) {
        Outcome.Failed failed = failed(create(calls.of("t", recovering)));
        assertThat(failed.errorClass()).isEqualTo(ErrorClass.USER);
        assertThat(failed.message()).contains("sluice import 'type.name' '" + unique() + "'");
      }
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
          .<ObjectNode>deepCopy()
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
      return json("{'producer_byte_rate':1000}").<ObjectNode>deepCopy().put("user", unique());
    }

    @Override
    protected Optional<JsonNode> changed() {
      return Optional.of(
          json("{'consumer_byte_rate':2000}").<ObjectNode>deepCopy().put("user", unique()));
    }
  }

  /** A failed look is no doubt: in doubt, the next attempt would change what is somebody's. */
  @ParameterizedTest
  @ValueSource(strings = {"kafka_topic", "kafka_acl", "kafka_quota"})
  void aBrokerThatCannotBeAskedIsCertainlyNotDone(String type) {
    JsonNode configuration =
        ResourceContract.json(
            "{'bootstrap_servers':'127.0.0.1:1','properties':{'default.api.timeout.ms':'600',"
                + "'request.timeout.ms':'500'}}");
    JsonNode desired =
        ResourceContract.json(
            "{'name':'x','partitions':1,'replication_factor':1,'user':'u','producer_byte_rate':1,"
                + "'resource_type':'topic','resource_name':'x','pattern_type':'literal',"
                + "'principal':'User:a','host':'*','operation':'read','permission':'allow'}");
    try (Session session =
        ((Provider.Configured.Ready) new KafkaProvider().configure(configuration)).session()) {
      Calls calls = new Calls(data);
      Outcome outcome = session.create(calls.fresh(), type, desired);
      assertThat(ResourceContract.failed(outcome).errorClass()).isEqualTo(ErrorClass.TRANSIENT);
      outcome = session.read(calls.fresh(), type, new Prior("x", desired));
      assertThat(ResourceContract.failed(outcome).errorClass()).isEqualTo(ErrorClass.TRANSIENT);
      assertThat(calls.announced()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "ssl.truststore.location; /etc/passwd",
        "sasl.oauthbearer.token.endpoint.url; file:///etc/passwd",
        "config.providers; file",
        "metric.reporters; evil.Class",
        "sasl.jaas.config; com.sun.security.auth.module.JndiLoginModule required"
            + " user.provider.url=\"ldap://x\";",
        "sasl.jaas.config; org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule"
            + " required;"
      })
  void aSettingThatNamesAFileOrAClassIsRefused(String name, String value) {
    ObjectNode configuration = Json.object().put("bootstrap_servers", "127.0.0.1:1");
    configuration.putObject("properties").put(name, value);
    assertThat(new KafkaProvider().configure(configuration))
        .isInstanceOfSatisfying(
            Provider.Configured.Refused.class,
            refused -> {
              assertThat(refused.why().errorClass()).isEqualTo(ErrorClass.USER);
              assertThat(refused.why().message()).contains(name);
            });
  }

  @Test
  void aLoginByPasswordIsPermitted() throws Exception {
    ObjectNode configuration = Json.object().put("bootstrap_servers", "127.0.0.1:1");
    String login =
        "org.apache.kafka.common.security.scram.ScramLoginModule required"
            + " username=\"me\" password=\"a \\\"b\\\" c\";";
    configuration
        .putObject("properties")
        .put("security.protocol", "SASL_SSL")
        .put("sasl.jaas.config", login);
    assertThat(KafkaSettings.of(configuration, Map.of())).containsEntry("sasl.jaas.config", login);
  }

  @Test
  void noClusterIsMeantUnlessItIsNamed() {
    assertThatThrownBy(() -> KafkaSettings.of(Json.object(), Map.of()))
        .hasMessageContaining("bootstrap_servers");
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
