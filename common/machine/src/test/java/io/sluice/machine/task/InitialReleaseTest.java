package io.sluice.machine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.PlanRequest.PlanRun;
import io.sluice.model.message.PlanRequest.TaskSettings;
import io.sluice.model.message.Task;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class InitialReleaseTest {
  private static final Node NODE =
      Node.of(
          draft -> {
            draft.id = "t.a";
            draft.address = new Address("t.a");
            draft.action = Action.CREATE;
            draft.type = "t_x";
            draft.config = Json.object();
            draft.repeat = RepeatClass.SEARCH;
            draft.timeouts = null;
            draft.schemaVersion = 1;
          });

  @Test
  void theFirstTasksAreMadeAsTheStateServiceMakesItsOwn() {
    TaskSettings chosen =
        new TaskSettings(
            Duration.ofSeconds(1_200), Duration.ofHours(1), Duration.ofSeconds(40), 2, 1_000);

    Task task =
        new InitialRelease(MachineSettings.DEFAULT)
            .choose(request(chosen), List.of(NODE), Map.of(), Set.of(), address -> Optional.empty())
            .getFirst()
            .task();

    assertThat(task.limit())
        .isEqualTo(new Task.CallLimit(Duration.ofSeconds(1_200), Duration.ofSeconds(40)));
    assertThat(task.budget().calls()).isEqualTo(2);
  }

  private static PlanRun request(TaskSettings settings) {
    return PlanRun.of(
        draft -> {
          draft.run = "r";
          draft.workspace = "w";
          draft.epoch = 1;
          draft.version = 1;
          draft.kind = RunKind.APPLY;
          draft.document = Json.object();
          draft.options = RunOptions.DEFAULT;
          draft.window = 10;
          draft.round = 1;
          draft.tasks = settings;
        });
  }
}
