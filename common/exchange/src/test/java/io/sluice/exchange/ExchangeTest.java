package io.sluice.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.message.Snapshot;
import io.sluice.model.record.HiddenId;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.model.record.WorkspaceRecord.Origin;
import io.sluice.provider.ProviderRegistry;
import io.sluice.seal.Keyring;
import io.sluice.seal.Sealer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExchangeTest {
  private static final String STATE =
      """
      {"version":4,"terraform_version":"1.11.4","serial":3,"lineage":"aa-bb","outputs":{},
       "resources":[
        {"mode":"data","type":"local_file","name":"d","provider":"p","instances":[{}]},
        {"module":"module.m[\\"k.v\\"]","mode":"managed","type":"terraform_data","name":"a",
         "provider":"provider[\\"terraform.io/builtin/terraform\\"]",
         "instances":[
          {"index_key":"x\\"y","schema_version":0,
           "attributes":{"id":"i1","input":{"value":["a"],"type":["list","string"]},
             "output":{"value":["a"],"type":["list","string"]},"triggers_replace":null},
           "sensitive_attributes":[],"private":"bnVsbA=="},
          {"index_key":1,"schema_version":0,"status":"tainted",
           "attributes":{"id":"i2","input":null,"output":null,"triggers_replace":null},
           "sensitive_attributes":[]}]},
        {"mode":"managed","type":"terraform_data","name":"b",
         "provider":"provider[\\"terraform.io/builtin/terraform\\"]",
         "instances":[
          {"schema_version":0,"attributes":{"id":"i3","input":{"value":"s","type":"string"},
            "output":{"value":"s","type":"string"},"triggers_replace":null},
           "sensitive_attributes":[[{"type":"get_attr","value":"input"}]],
           "dependencies":["module.m[\\"k.v\\"].terraform_data.a"],
           "create_before_destroy":true}]}],
       "check_results":null}
      """;

  private final ProviderRegistry registry = ProviderRegistry.builtIn();
  private final Keyring keyring = Keyring.of(new byte[32], "a test");
  private final Supplier<Sealer> sealer = keyring::sealer;

  private JsonNode state() throws Exception {
    return Json.tree(STATE.getBytes(StandardCharsets.UTF_8));
  }

  private static StateRecord record(String address) {
    return StateRecord.of(
        draft -> {
          draft.workspace = "w";
          draft.address = new Address(address);
          draft.type = "t_x";
          draft.schemaVersion = 1;
          draft.id = "1";
          draft.attributes = Json.object().put("id", "1");
          draft.desired = Json.object();
          draft.status = RecordStatus.OK;
          draft.version = 7;
          draft.epoch = 1;
          draft.runId = "run";
          draft.updatedAt = Instant.EPOCH;
        });
  }

  @Test
  void readsATerraformState() throws Exception {
    TerraformImport.Imported imported = TerraformImport.read(state(), "f", "w", registry, sealer);

    assertThat(imported.lineage()).isEqualTo("aa-bb");
    assertThat(imported.serial()).isEqualTo(3);
    assertThat(imported.left()).singleElement().asString().contains("data.local_file.d");
    assertThat(imported.records())
        .extracting(one -> one.address().text())
        .containsExactly(
            "module.m[\"k.v\"].terraform_data.a[\"x\\\"y\"]",
            "module.m[\"k.v\"].terraform_data.a[1]",
            "terraform_data.b");
    StateRecord first = imported.records().get(0);
    assertThat(first.attributes().path("input"))
        .isEqualTo(Json.tree("[\"a\"]".getBytes(StandardCharsets.UTF_8)));
    assertThat(first.desired().isNull()).isTrue();
    assertThat(imported.records().get(1).status()).isEqualTo(RecordStatus.TAINTED);
    StateRecord last = imported.records().get(2);
    assertThat(last.dependencies()).hasSize(2);
    assertThat(last.sensitivePaths()).containsExactly("/input");
    assertThat(Sealer.isSealed(last.attributes().path("input"))).isTrue();
  }

  @Test
  void tellsWhatWasReadFromWhatWasMade() {
    List<StateRecord> records =
        List.of(
            record("data.t_x.a"),
            record("t_x.a[\"k\"]"),
            record("module.data.t_x.a"),
            record("module.m[\"a.data\"].data.t_x.a[1]"));

    JsonNode resources =
        TerraformExport.write("aa-bb", 3, records, Json.object(), registry)
            .state()
            .path("resources");

    assertThat(resources)
        .extracting(
            one ->
                one.path("module").asText()
                    + " "
                    + one.path("mode").asText()
                    + " "
                    + one.path("type").asText())
        .containsExactlyInAnyOrder(
            " managed t_x",
            " data t_x",
            "module.data managed t_x",
            "module.m[\"a.data\"] data t_x");
  }

  @Test
  void hidesAnIdThatHoldsASecretAndGivesItBack() throws Exception {
    String text = STATE.replace(":\"s\"", ":\"canary\"").replace("\"i3\"", "\"of-canary\"");
    JsonNode state = Json.tree(text.getBytes(StandardCharsets.UTF_8));

    StateRecord record =
        TerraformImport.read(state, "f", "w", registry, sealer).records().getLast();

    assertThat(HiddenId.is(record.id())).isTrue();
    assertThat(Json.text(record)).doesNotContain("canary");
    StateRecord open =
        record.withValues(keyring.opener().openAll("w", record.attributes()), record.desired());
    JsonNode back =
        TerraformExport.write("aa-bb", 3, List.of(open), Json.object(), registry).state();
    assertThat(back.at("/resources/0")).isEqualTo(state.at("/resources/2"));
  }

  @Test
  void givesBackTheTerraformStateThatItRead() throws Exception {
    List<StateRecord> records =
        TerraformImport.read(state(), "f", "w", registry, sealer).records().stream()
            .map(
                record ->
                    record.withValues(
                        keyring.opener().openAll("w", record.attributes()), record.desired()))
            .toList();

    ObjectNode back = TerraformExport.write("aa-bb", 3, records, Json.object(), registry).state();

    ObjectNode expected = (ObjectNode) state();
    expected.withArray("resources").remove(0);
    // A registered sensitive attribute of the type is one of the value's own from then on.
    assertThat(back.path("resources").size()).isEqualTo(2);
    for (JsonNode resource : expected.path("resources")) {
      assertThat(back.path("resources"))
          .anySatisfy(
              one ->
                  assertThat(Json.same(one, resource))
                      .as(one.toPrettyString() + resource.toPrettyString())
                      .isTrue());
    }
    assertThat(back.path("serial").asInt()).isEqualTo(3);
  }

  @Test
  void refusesATerraformStateThatItDoesNotUnderstand() throws Exception {
    ObjectNode old = ((ObjectNode) state()).put("version", 3);
    assertThatThrownBy(() -> TerraformImport.read(old, "f", "w", registry, sealer))
        .hasMessageContaining("version 3");
    ObjectNode half = ((ObjectNode) state()).put("lineage", "");
    assertThatThrownBy(() -> TerraformImport.read(half, "f", "w", registry, sealer))
        .hasMessageContaining("not a complete state");
    ObjectNode foreign = (ObjectNode) state();
    ((ObjectNode) foreign.path("resources").get(2)).put("type", "aws_vpc");
    assertThatThrownBy(() -> TerraformImport.read(foreign, "f", "w", registry, sealer))
        .isInstanceOfSatisfying(
            UnusableFile.class, file -> assertThat(file.detail()).contains("aws_vpc"));
  }

  @Test
  void takesAddressesApartAndPutsThemTogether() {
    for (String text :
        List.of(
            "a_b.c",
            "a_b.c[0]",
            "module.m.a_b.c[\"x.y\"]",
            "module.m[\"k.v\"].a_b.c[\"q\\\"[\"]")) {
      assertThat(TerraformAddress.of(new Address(text)).address().text()).isEqualTo(text);
    }
    assertThat(TerraformAddress.of(new Address("module.m[\"k.v\"].a_b.c[1]")).resource())
        .isEqualTo("module.m[\"k.v\"].a_b.c");
  }

  private static ObjectNode file() {
    Snapshot snapshot =
        new Snapshot(
            "w",
            9,
            1,
            null,
            List.of(record("t_x.a")),
            null,
            List.of(),
            new Origin("l", 1, 1),
            null);
    return StateFile.write(snapshot, Instant.EPOCH);
  }

  @Test
  void readsBackWhatItWroteHoweverItIsSetOut() throws Exception {
    ObjectNode written = file();
    StateFile read =
        StateFile.read(Json.tree(Json.pretty(written).getBytes(StandardCharsets.UTF_8)), "f");

    assertThat(read.workspace()).isEqualTo("w");
    assertThat(read.version()).isEqualTo(9);
    assertThat(read.lineage()).isEqualTo("l");
    assertThat(read.resources()).containsExactly(record("t_x.a"));
  }

  @Test
  void refusesAFileThatWasChangedOrIsOfAnotherVersion() {
    ObjectNode changed = file();
    ((ObjectNode) changed.path("resources").get(0)).put("id", "2");
    assertThatThrownBy(() -> StateFile.read(changed, "f")).hasMessageContaining("damaged");
    changed.remove("checksum");
    assertThat(StateFile.read(changed, "f").resources().getFirst().id()).isEqualTo("2");
    assertThatThrownBy(() -> StateFile.read(file().put("v", 99), "f"))
        .hasMessageContaining("unknown version");
    ObjectNode holed = file();
    holed.remove("checksum");
    ((ObjectNode) holed.path("resources").get(0)).remove("type");
    assertThatThrownBy(() -> StateFile.read(holed, "f")).hasMessageContaining("cannot be read");
  }

  @Test
  void aFileIsTheOldOrTheNewAndKeepsTheOneBefore(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("s.json");
    SafeFile.write(file, "one".getBytes(StandardCharsets.UTF_8));
    SafeFile.write(file, "two".getBytes(StandardCharsets.UTF_8));
    SafeFile.write(file, "three".getBytes(StandardCharsets.UTF_8));

    assertThat(file).hasContent("three");
    assertThat(folder.resolve("s.json.backup")).hasContent("two");
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).hasSize(2);
    }
  }
}
