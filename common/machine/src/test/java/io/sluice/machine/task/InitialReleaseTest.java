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
      new Node(
          "t.a",
          new Address("t.a"),
          Action.CREATE,
          "t_x",
          null,
          null,
          Json.object(),
          List.of(),
          List.of(),
          List.of(),
          null,
          RepeatClass.SEARCH,
          null,
          null,
          0,
          false,
          null,
          1,
          List.of(),
          null);

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
    return new PlanRun(
        "r",
        "w",
        1,
        1,
        RunKind.APPLY,
        Json.object(),
        RunOptions.DEFAULT,
        null,
        10,
        Map.of(),
        List.of(),
        false,
        0,
        1,
        settings);
  }
}
