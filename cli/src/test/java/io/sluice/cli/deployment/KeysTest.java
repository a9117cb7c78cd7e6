package io.sluice.cli.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.record.HiddenId;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.seal.Keyring;
import io.sluice.seal.Sealer;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeysTest {
  private final Keyring keyring = Keyring.of(new byte[32], "a test");
  private final Sealer sealer = keyring.sealer();

  @Test
  void knowsAHiddenIdInWhateverWorkspaceTheRecordIs() {
    StateRecord record = hidden("home", "x/canary");

    StateRecord moved = Keys.moved(record, "other", keyring::sealer);

    assertThat(Keys.id(record, keyring::opener)).isEqualTo("x/canary");
    assertThat(moved.workspace()).isEqualTo("other");
    assertThat(moved.id()).isEqualTo(record.id());
    assertThat(Keys.id(moved, keyring::opener)).isEqualTo("x/canary");
    assertThat(keyring.opener().openAll("other", moved.attributes()).path("id").asText())
        .isEqualTo("x/canary");
  }

  private StateRecord hidden(String workspace, String id) {
    return StateRecord.of(
        draft -> {
          draft.workspace = workspace;
          draft.address = Address.of("local_directory.a");
          draft.type = "local_directory";
          draft.id = HiddenId.standIn(sealer.fingerprint(workspace, id));
          draft.attributes =
              sealer.sealPaths(workspace, "a", Json.object().put("id", id), Set.of("/id"));
          draft.desired = Json.object();
          draft.sensitivePaths = List.of("/id");
          draft.status = RecordStatus.OK;
          draft.privateData =
              HiddenId.wrapped(sealer.seal(workspace, "a", HiddenId.clear(id, Set.of(id))), null);
          draft.version = 1;
          draft.epoch = 1;
          draft.updatedAt = Instant.EPOCH;
        });
  }
}
