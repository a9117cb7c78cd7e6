package io.sluice.bridge.session;

import static io.sluice.bridge.session.Things.done;
import static io.sluice.bridge.session.Things.lost;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bridge.process.PluginCommand;
import io.sluice.bridge.process.PluginEnvironment;
import io.sluice.bridge.process.PluginProcess;
import io.sluice.bridge.trial.TrialPlugin;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Value;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real process that dies at the worst moment. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class CrashTest {
  @TempDir Path folder;
  private PluginProcess plugin;
  private PluginSession session;

  @BeforeEach
  void start() throws Exception {
    plugin =
        PluginProcess.start(
            PluginCommand.of(
                "sluice/trial",
                TrialPlugin.script(folder, Map.of()),
                folder,
                PluginEnvironment.of(System.getenv(), Set.of()),
                folder.resolve("r")),
            line -> {});
    session = done(PluginSession.open(plugin));
  }

  @AfterEach
  void end() {
    plugin.close();
  }

  private PlanAsk ask(String fault) throws Exception {
    Value empty = session.catalog().resource("trial_thing").orElseThrow().block().empty();
    Map<String, Value> parts = new LinkedHashMap<>(empty.entries());
    parts.put("name", Value.of("a"));
    parts.put("fault", Value.of(fault));
    return PlanAsk.of("trial_thing", Optional.empty(), ObjectValue.of(parts));
  }

  private void awaitDeath() throws Exception {
    for (int i = 0; i < 200 && plugin.isAlive(); i++) {
      Thread.sleep(25);
    }
    Thread.sleep(200);
  }

  @Test
  void isInDoubtAfterAPanicDuringAChange() throws Exception {
    PlanAsk ask = ask("die-in-apply");
    Loss loss = lost(session.apply(done(session.plan(ask)), ask));
    assertThat(loss.phase()).isEqualTo(Loss.Phase.DURING_CALL);
    assertThat(loss.call()).isEqualTo("ApplyResourceChange");
    awaitDeath();
    assertThat(plugin.crash().orElseThrow().exitCode()).isEqualTo(2);
    assertThat(plugin.crash().orElseThrow().lastLines())
        .startsWith("panic: it was asked to", "goroutine 1 [running]:");
    assertThat(session.isHealthy(Duration.ofSeconds(5))).isFalse();
  }

  @Test
  void isInDoubtAfterAKillDuringAChange() throws Exception {
    PlanAsk ask = ask("until-stopped");
    PlannedChange planned = done(session.plan(ask));
    CompletableFuture<Reply<Applied>> reply =
        CompletableFuture.supplyAsync(() -> session.apply(planned, ask));
    Thread.sleep(1000);
    assertThat(reply).isNotDone();
    ProcessHandle.of(plugin.pid()).orElseThrow().destroyForcibly();
    assertThat(lost(reply.get(20, TimeUnit.SECONDS)).phase()).isEqualTo(Loss.Phase.DURING_CALL);
  }

  @Test
  void knowsThatNothingHappenedWhereItDiedBeforeTheChange() throws Exception {
    PlanAsk dying = ask("die-in-plan");
    assertThat(lost(session.plan(dying)).call()).isEqualTo("PlanResourceChange");
    awaitDeath();
    PlannedChange any =
        new PlannedChange(
            "trial_thing",
            PlannedChange.Action.CREATE,
            Optional.empty(),
            dying.config(),
            new byte[0],
            Optional.empty(),
            List.of(),
            false,
            List.of());
    Loss loss = lost(session.apply(any, dying));
    assertThat(loss.phase()).isEqualTo(Loss.Phase.BEFORE_CALL);
    assertThat(loss.crash()).isPresent();
  }
}
