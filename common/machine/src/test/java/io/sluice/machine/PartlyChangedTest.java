package io.sluice.machine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.task.MachineSettings;
import io.sluice.model.ErrorClass;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** State keeps what a real provider says is left of an object that it could not change. */
class PartlyChangedTest {
  private static final JsonNode LEFT = Json.object().put("id", "i-1").put("half", true);
  private static final JsonNode OWN = Json.object().put("private", "AAEC");
  private final Given given = new Given();

  private static Node real(Node node) {
    return node.by(
        new PluginWork("registry.terraform.io/hashicorp/aws", "5.100.0", List.of(), null, null));
  }

  private static Result left(String node) {
    Result failed = Given.failed("r", node, 1, "c", ErrorClass.PERMANENT);
    return Result.of(
        draft -> {
          draft.run = "r";
          draft.node = node;
          draft.attempt = 1;
          draft.claimId = "c";
          draft.outcome = failed.outcome();
          draft.id = "i-1";
          draft.attributes = LEFT;
          draft.privateData = OWN;
          draft.desired = Json.object().put("name", "new");
          draft.sensitivePaths = List.of("/half");
          draft.error = failed.error();
          draft.calls = 1;
          draft.tookMs = 1;
          draft.worker = "worker";
        });
  }

  private StateRecord recorded() {
    return given.record("t.a").orElseThrow();
  }

  private void isKept(RecordStatus status) {
    StateRecord record = recorded();
    assertThat(record.status()).isEqualTo(status);
    assertThat(record.attributes()).isEqualTo(LEFT);
    assertThat(record.privateData()).isEqualTo(OWN);
    assertThat(record.sensitivePaths()).containsExactly("/half");
    assertThat(record.desired()).isEqualTo(Json.object().put("name", "t.a"));
    assertThat(record.refreshDue()).isFalse();
    assertThat(record.schemaVersion()).isEqualTo(3);
  }

  private static Node ofSchemaThree(Node node) {
    return real(
        Node.of(
            draft -> {
              draft.id = node.id();
              draft.address = node.address();
              draft.action = node.action();
              draft.type = node.type();
              draft.provider = node.provider();
              draft.pool = node.pool();
              draft.config = node.config();
              draft.values = node.values();
              draft.after = node.after();
              draft.dependencies = node.dependencies();
              draft.prior = node.prior();
              draft.repeat = node.repeat();
              draft.timeouts = node.timeouts();
              draft.retry = node.retry();
              draft.weight = node.weight();
              draft.createBeforeDestroy = node.createBeforeDestroy();
              draft.pairedWith = node.pairedWith();
              draft.schemaVersion = 3;
              draft.sensitivePaths = node.sensitivePaths();
            }));
  }

  @Test
  void anUpdateThatFailedHalfwayKeepsTheObjectWithItsStatus() {
    given.existing("t.a", "i-1");
    given.running("r", ofSchemaThree(Given.update("t.a", RepeatClass.BY_NAME, "i-1")));
    given.when(left("t.a"));
    assertThat(given.status("r", "t.a")).contains(NodeStatus.FAILED);
    isKept(RecordStatus.OK);
  }

  @Test
  void aDeletionThatFailedKeepsWhatIsLeft() {
    given.existing("t.a", "i-1", RecordStatus.TAINTED);
    given.running("r", ofSchemaThree(Given.delete("t.a#delete", "t.a", "i-1")));
    given.when(left("t.a#delete"));
    isKept(RecordStatus.TAINTED);
  }

  @Test
  void whatIsLeftIsCertainAlsoAfterDoubt() {
    given.existing("t.a", "i-1", RecordStatus.IN_DOUBT);
    given.running("r", ofSchemaThree(Given.update("t.a", RepeatClass.BY_NAME, "i-1")));
    given.when(left("t.a"));
    isKept(RecordStatus.OK);
    assertThat(recorded().token()).isNull();
  }

  @Test
  void aCreationThatFailedHalfwayIsTaintedWithWhatItsProviderKeeps() {
    given.running("r", real(Given.create("t.a", RepeatClass.NONE)));
    given.when(left("t.a"));
    StateRecord record = recorded();
    assertThat(record.status()).isEqualTo(RecordStatus.TAINTED);
    assertThat(record.privateData()).isEqualTo(OWN);
    assertThat(record.source()).isEqualTo("registry.terraform.io/hashicorp/aws");
  }

  @Test
  void aProviderOfSluicesOwnIsAskedAgainInstead() {
    given.existing("t.a", "i-1");
    given.running("r", Given.update("t.a", RepeatClass.BY_NAME, "i-1"));
    given.when(left("t.a"));
    assertThat(recorded().refreshDue()).isTrue();
    assertThat(recorded().attributes()).isNotEqualTo(LEFT);
  }

  @Test
  void aRealProviderTakesTheTimeThatItTakes() {
    Node node = Given.create("t.a", RepeatClass.NONE);
    assertThat(MachineSettings.DEFAULT.callLimit(real(node))).isEqualTo(Duration.ofDays(1));
    assertThat(MachineSettings.DEFAULT.callLimit(node)).isLessThan(Duration.ofHours(1));
  }
}
