package io.sluice.worker.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.Action;
import io.sluice.model.ErrorClass;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.Outcome;
import io.sluice.model.message.Task;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Objects whose provider could not be asked when the run was planned: its configuration was not
 * known.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class DeferredTaskTest {
  private static final String THING = "trial_thing";

  @TempDir private Path directory;
  private TrialWorker worker;

  @BeforeEach
  void start() throws Exception {
    worker = new TrialWorker(directory);
  }

  @AfterEach
  void end() {
    worker.close();
  }

  private Result run(Action action, String config, Task.Prior prior) throws Exception {
    String wanted = action == Action.DELETE ? null : config;
    return worker.run(
        worker.task(action, THING, config, prior, worker.deferred(THING, wanted, prior)));
  }

  private static void succeeded(Result result) {
    assertThat(result.error()).isNull();
    assertThat(result.outcome()).isEqualTo(Outcome.OK);
  }

  @Test
  void areMadeUpdatedAndDeletedByWhatTheProviderSaysThen() throws Exception {
    Result made = run(Action.CREATE, "{'name': 'a', 'note': 'n'}", null);
    succeeded(made);
    assertThat(made.attributes().path("id").asText()).isEqualTo("made-for-a");

    Task.Prior prior = TrialWorker.prior(made);
    Result same = run(Action.UPDATE, "{'name': 'a', 'note': 'n'}", prior);
    succeeded(same);
    assertThat(same.unchanged()).as("nothing had to be done").isTrue();

    Result updated = run(Action.UPDATE, "{'name': 'a', 'note': 'other'}", prior);
    succeeded(updated);
    assertThat(updated.attributes().path("note").asText()).isEqualTo("other");
    assertThat(updated.attributes().path("revision").asInt()).isEqualTo(2);

    succeeded(run(Action.DELETE, "{}", TrialWorker.prior(updated)));
  }

  @Test
  void areLeftAloneWhereOnlyANewOneWouldDo() throws Exception {
    Task.Prior prior = TrialWorker.prior(run(Action.CREATE, "{'name': 'a'}", null));

    Result refused = run(Action.UPDATE, "{'name': 'b'}", prior);

    assertThat(refused.error().errorClass()).isEqualTo(ErrorClass.PERMANENT);
    assertThat(refused.error().message()).contains("has to be replaced (name)", "planned again");
  }
}
