package io.sluice.planning.configuration.values;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordedSecretsTest {
  private static final Address HOME = Address.of("local_directory.home");
  private static final Address LATER = Address.of("local_file.later");

  @Test
  void findsWhatWasSealedInWhatIsMadeOfIt() throws Exception {
    RecordedSecrets secrets = new RecordedSecrets(List.of(home("{'id':'one/canary','mode':'7'}")));
    JsonNode config =
        json(
            "{'filename':'one/canary/later','content':'open','hash':{'$expr':'x(\\\"one/canary\\\")',"
                + "'refs':['a.b']}}");

    assertThat(secrets.in(config, LATER, List.of(HOME))).containsExactly("/filename", "/hash");
    assertThat(secrets.in(config, HOME, List.of())).containsExactly("/filename", "/hash");
    assertThat(secrets.in(config, LATER, List.of())).isEmpty();
  }

  @Test
  void knowsNothingWithoutTheKey() throws Exception {
    RecordedSecrets secrets =
        new RecordedSecrets(List.of(home("{'id':{'$sealed':{'path':'local_directory.home'}}}")));

    assertThat(secrets.in(json("{'a':'local_directory.home'}"), HOME, List.of())).isEmpty();
  }

  private static StateRecord home(String attributes) throws Exception {
    JsonNode known = json(attributes);
    return StateRecord.of(
        draft -> {
          draft.workspace = "w";
          draft.address = HOME;
          draft.type = "local_directory";
          draft.id = "(sensitive value)#0123456789abcdef";
          draft.attributes = known;
          draft.desired = Json.object();
          draft.sensitivePaths = List.of("/id");
          draft.status = RecordStatus.OK;
          draft.version = 1;
          draft.epoch = 1;
          draft.updatedAt = Instant.EPOCH;
        });
  }

  private static JsonNode json(String text) throws Exception {
    return Json.tree(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }
}
