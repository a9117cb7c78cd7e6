package io.sluice.worker.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Outcome;
import io.sluice.provider.Cancellation;
import io.sluice.providers.terraform.TerraformProvider;
import io.sluice.worker.Tasks;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines of a step reach people with its result, without secrets and within bounds. */
final class StepLinesTest {
  @TempDir private Path directory;

  @Test
  void tellsWhatAStepSays() throws Exception {
    assertThat(said("{'message':'hello\\nyou'}").lines()).containsExactly("hello", "you");
    assertThat(said("{'message':[200,{'a':true}]}").lines()).containsExactly("[200,{\"a\":true}]");
  }

  @Test
  void saysNoSecret() throws Exception {
    InboxMessage.Result result = said("{'message':{'key':'by ${SECRET}'}}");

    assertThat(result.lines()).containsExactly("{\"key\":\"(sensitive value)\"}");
    assertThat(Json.text(result)).doesNotContain(Executions.SECRET);
  }

  @Test
  void saysNoMoreThanPeopleRead() throws Exception {
    InboxMessage.Result result = said("{'message':'" + "x\\n".repeat(100_000) + "'}");

    assertThat(result.outcome()).isEqualTo(Outcome.OK);
    assertThat(result.lines()).hasSize(100);
    assertThat(result.lines().getLast()).matches("… and \\d+ more lines");
  }

  private InboxMessage.Result said(String arguments) throws Exception {
    return (InboxMessage.Result)
        Executions.of(directory, new TerraformProvider())
            .execute(
                Tasks.step("print", RepeatClass.PURE, arguments),
                "w1-1",
                new Cancellation(),
                () -> true);
  }
}
