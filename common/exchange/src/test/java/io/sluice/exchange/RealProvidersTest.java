package io.sluice.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.record.StateRecord;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.ProviderSchema;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.seal.Keyring;
import io.sluice.seal.Sealer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a real provider wrote through Terraform comes in and goes out without a loss. */
class RealProvidersTest {
  private static final String SOURCE = "registry.terraform.io/acme/local";
  private static final String STATE =
      """
      {"version":4,"terraform_version":"1.11.4","serial":3,"lineage":"aa-bb","outputs":{},
       "resources":[
        {"module":"module.m","mode":"managed","type":"local_file","name":"a",
         "provider":"module.m.provider[\\"registry.terraform.io/acme/local\\"].west",
         "instances":[
          {"index_key":"k","schema_version":7,
           "attributes":{"anything":{"value":["a"],"type":["list","string"]},"big":12345678901234567890123,
             "id":"i1","none":null,"secret":"s3cret"},
           "sensitive_attributes":[[{"type":"get_attr","value":"secret"}]],
           "identity_schema_version":2,"identity":{"arn":"x"},
           "private":"eyJzY2hlbWFfdmVyc2lvbiI6IjEifQ==",
           "create_before_destroy":true}]},
        {"mode":"managed","type":"local_file","name":"b",
         "provider":"provider[\\"registry.terraform.io/acme/local\\"]",
         "instances":[
          {"schema_version":0,"status":"tainted",
           "attributes":{"anything":null,"big":1,"id":"i2","none":null,"secret":null},
           "sensitive_attributes":[[{"type":"get_attr","value":"secret"}]],
           "dependencies":["module.m.local_file.a"]}]}],
       "check_results":null}
      """;

  private final Keyring keyring = Keyring.of(new byte[32], "a test");
  private final ProviderRegistry registry = ProviderRegistry.builtIn().with(List.of(new Acme()));

  private static JsonNode state() throws Exception {
    return Json.tree(STATE.getBytes(StandardCharsets.UTF_8));
  }

  private List<StateRecord> imported(ProviderRegistry known) throws Exception {
    return TerraformImport.read(state(), "tf.json", "w", known, keyring::sealer).records();
  }

  @Test
  void nothingIsLostOnTheWayThereAndBack() throws Exception {
    List<StateRecord> records = imported(registry);

    assertThat(records).extracting(StateRecord::source).containsOnly(SOURCE);
    StateRecord first = records.getFirst();
    assertThat(first.schemaVersion()).isEqualTo(7);
    assertThat(first.providerConfig()).isEqualTo("module.m.local.west");
    assertThat(first.sensitivePaths()).containsExactly("/secret");
    assertThat(first.attributes().toString()).doesNotContain("s3cret");
    assertThat(first.privateData()).isNotNull();
    assertThat(first.privateData().path("identity").path("arn").asText()).isEqualTo("x");
    assertThat(Sealer.holdsSealed(first.privateData().path("private"))).isTrue();

    Sealer opener = keyring.opener();
    List<StateRecord> clear =
        records.stream()
            .map(
                record ->
                    record.withObject(
                        record.id(),
                        opener.openAll("w", record.attributes()),
                        record.sensitivePaths(),
                        record.privateData() == null
                            ? null
                            : opener.openAll("w", record.privateData())))
            .toList();
    ObjectNode written = TerraformExport.write("aa-bb", 3, clear, Json.object(), registry).state();
    JsonNode back = Json.tree(Json.encode(written));

    assertThat(back.path("resources")).hasSize(2);
    assertThat(back.path("resources").valueStream().toList())
        .containsExactlyInAnyOrderElementsOf(state().path("resources").valueStream().toList());
  }

  @Test
  void aProviderThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> imported(ProviderRegistry.builtIn().missing(SOURCE, "It is locked.")))
        .isInstanceOfSatisfying(
            UnusableFile.class, fault -> assertThat(fault.todo()).contains(SOURCE, "sluice init"));
  }

  @Test
  void oursStandInForNobodyElse() throws Exception {
    assertThatThrownBy(() -> imported(ProviderRegistry.builtIn()))
        .isInstanceOfSatisfying(
            UnusableFile.class, fault -> assertThat(fault.detail()).contains("local_file"));
    JsonNode usual =
        Json.tree(STATE.replace("acme/", "hashicorp/").getBytes(StandardCharsets.UTF_8));

    assertThat(
            TerraformImport.read(usual, "tf.json", "w", ProviderRegistry.builtIn(), keyring::sealer)
                .records())
        .extracting(StateRecord::source)
        .containsOnlyNulls();
  }

  /** A real provider with a type of the name of one of Sluice's own. */
  private static final class Acme implements Provider {
    @Override
    public String name() {
      return "local";
    }

    @Override
    public Optional<PluginWork> plugin() {
      return Optional.of(new PluginWork(SOURCE, "2.0.0", List.of("h1:x"), null, null));
    }

    @Override
    public ProviderSchema schema() {
      return new ProviderSchema(
          BlockBody.of(),
          List.of(
              TypeSchema.resource(
                  "local_file",
                  "A file.",
                  Repeats.all(RepeatClass.NONE),
                  AttributeSchema.computed("id", AttributeType.STRING),
                  AttributeSchema.optional("anything", AttributeType.ANY),
                  AttributeSchema.optional("big", AttributeType.NUMBER),
                  AttributeSchema.optional("none", AttributeType.STRING),
                  AttributeSchema.optional("secret", AttributeType.STRING).asSensitive())));
    }

    @Override
    public Configured configure(JsonNode configuration) {
      throw new IllegalStateException("nothing is worked on");
    }
  }
}
