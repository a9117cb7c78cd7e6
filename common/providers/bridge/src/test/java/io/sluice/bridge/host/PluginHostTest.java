package io.sluice.bridge.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bridge.session.PlanAsk;
import io.sluice.bridge.session.PlannedChange;
import io.sluice.bridge.session.Reply;
import io.sluice.bridge.trial.TrialHost;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class PluginHostTest {
  @TempDir Path folder;

  private PluginPackages.Found.Program program(PluginHost host) {
    return (PluginPackages.Found.Program)
        host.find(
            new PluginPackages.Wanted(
                TrialHost.SOURCE, "1.0.0", List.of("h1:trial"), Optional.empty()));
  }

  private PluginUse open(PluginHost host, String endpoint) {
    Value config = ObjectValue.of(Map.of("endpoint", Value.of(endpoint)));
    Opened opened = host.open(program(host), folder, config, List.of());
    assertThat(opened).isInstanceOf(Opened.Ready.class);
    return ((Opened.Ready) opened).use();
  }

  private static void eventually(java.util.function.BooleanSupplier holds) throws Exception {
    for (int i = 0; i < 400 && !holds.getAsBoolean(); i++) {
      Thread.sleep(25);
    }
    assertThat(holds.getAsBoolean()).isTrue();
  }

  @Test
  void sharesAProcessAmongThoseWhoWantTheSame() throws Exception {
    try (PluginHost host = TrialHost.of(folder, Map.of())) {
      List<CompletableFuture<PluginUse>> all =
          IntStream.range(0, 16)
              .mapToObj(
                  i ->
                      CompletableFuture.supplyAsync(
                          () -> open(host, i % 2 == 0 ? "a" : "b"),
                          run -> Thread.ofVirtual().start(run)))
              .toList();
      for (CompletableFuture<PluginUse> each : all) {
        each.get().close();
      }
      assertThat(host.size()).isEqualTo(2);
    }
  }

  @Test
  void asksForSchemasOnceForAPackage() throws Exception {
    try (PluginHost host = TrialHost.of(folder, Map.of())) {
      assertThat(host.describe(program(host), folder)).isInstanceOf(Described.Known.class);
      open(host, "a").close();
      // The process that said what it is was configured.
      assertThat(host.size()).isEqualTo(1);
    }
    try (Stream<Path> kept = Files.list(folder.resolve("schemas"))) {
      assertThat(kept).hasSize(1);
    }
    try (PluginHost next = TrialHost.of(folder, Map.of("TRIAL_START", "die"))) {
      assertThat(next.describe(program(next), folder)).isInstanceOf(Described.Known.class);
      assertThat(next.size()).isZero();
    }
  }

  @Test
  void saysWhyThereIsNoProcess() throws Exception {
    try (PluginHost host = TrialHost.of(folder, Map.of("TRIAL_START", "die"))) {
      assertThat(host.describe(program(host), folder))
          .isEqualTo(
              new Described.Unknown(
                  "The plugin of registry.terraform.io/sluice/trial did not start. It ended with"
                      + " exit code 7 before it said how to reach it. Its last words: I have no"
                      + " license"));
      assertThat(host.size()).isZero();
    }
  }

  @Test
  void endsWhatIsUnused() throws Exception {
    try (PluginHost host =
        TrialHost.of(folder, Map.of(), HostSettings.USUAL_MEMORY, Duration.ofMillis(200))) {
      try (PluginUse held = open(host, "a")) {
        open(host, "b").close();
        eventually(() -> host.size() == 1);
      }
      eventually(() -> host.size() == 0);
    }
  }

  @Test
  void endsTheLongestUnusedWhereAllTakeTooMuch() throws Exception {
    try (PluginHost host = TrialHost.of(folder, Map.of(), 1, Duration.ofMinutes(1))) {
      try (PluginUse held = open(host, "a")) {
        open(host, "b").close();
        assertThat(host.size()).isEqualTo(1);
      }
      assertThat(host.size()).isZero();
    }
  }

  @Test
  void startsAnotherOnceThereIsRoomForIt() throws Exception {
    long one;
    try (PluginHost host = TrialHost.of(folder, Map.of());
        PluginUse use = open(host, "a")) {
      one = ResidentMemory.of(use.process().pid());
    }
    try (PluginHost host = TrialHost.of(folder, Map.of(), one + one / 2, Duration.ofMinutes(1))) {
      PluginUse held = open(host, "a");
      CompletableFuture<PluginUse> next =
          CompletableFuture.supplyAsync(
              () -> open(host, "b"), run -> Thread.ofVirtual().start(run));
      Thread.sleep(1_500);
      assertThat(next).isNotDone();

      held.close();

      next.get(30, TimeUnit.SECONDS).close();
      assertThat(host.size()).as("the first one had to go").isEqualTo(1);
    }
  }

  @Test
  void replacesAProcessThatDied() throws Exception {
    try (PluginHost host = TrialHost.of(folder, Map.of())) {
      try (PluginUse use = open(host, "a")) {
        use.session().stop();
        Reply<PlannedChange> lost = use.session().plan(ask(use, "die-in-plan"));
        assertThat(lost).isInstanceOf(Reply.Lost.class);
      }
      eventually(
          () -> {
            try (PluginUse use = open(host, "a")) {
              return use.session().plan(ask(use, "warn")) instanceof Reply.Done;
            }
          });
    }
  }

  @Test
  void stopsOnlyWhatNobodyWants() throws Exception {
    try (PluginHost host = TrialHost.of(folder, Map.of())) {
      PluginUse unwanted = open(host, "a");
      PluginUse wanted = open(host, "a");
      CompletableFuture<Reply<?>> change =
          CompletableFuture.supplyAsync(
              () -> {
                PlanAsk ask = ask(unwanted, "until-stopped");
                return unwanted
                    .session()
                    .apply(
                        ((Reply.Done<PlannedChange>) unwanted.session().plan(ask)).result(), ask);
              },
              run -> Thread.ofVirtual().start(run));
      Thread.sleep(700);
      unwanted.giveUp();
      Thread.sleep(500);
      assertThat(change).isNotDone();
      try (PluginUse next = open(host, "a")) {
        assertThat(next.session()).isNotSameAs(wanted.session());
      }
      wanted.close();
      assertThat(change.get(20, TimeUnit.SECONDS)).isInstanceOf(Reply.Lost.class);
      unwanted.close();
      assertThat(host.size()).isEqualTo(1);
    }
  }

  private static PlanAsk ask(PluginUse use, String fault) {
    try {
      Map<String, Value> parts =
          new LinkedHashMap<>(
              use.catalog().resource("trial_thing").orElseThrow().block().empty().entries());
      parts.put("name", Value.of("n"));
      parts.put("fault", Value.of(fault));
      return PlanAsk.of("trial_thing", Optional.empty(), ObjectValue.of(parts));
    } catch (io.sluice.bridge.codec.DecodeFailed e) {
      throw new IllegalStateException(e);
    }
  }
}
