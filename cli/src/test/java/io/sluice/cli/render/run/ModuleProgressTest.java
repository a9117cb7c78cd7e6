package io.sluice.cli.render.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.render.Style;
import io.sluice.model.json.Json;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ModuleProgressTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private final List<String> addresses = new ArrayList<>();
  private final RunProgress progress = new RunProgress(Style.PLAIN);
  private long sequence;

  private Event event(EventKind kind, @Nullable String node, long seconds) {
    return new Event(
        "r1",
        "w",
        ++sequence,
        kind,
        node,
        1,
        null,
        "",
        Json.object().put("action", "CREATE").put("nodes", addresses.size()),
        START.plusSeconds(seconds));
  }

  private ModuleProgress large() {
    for (int i = 0; i < 12; i++) {
      addresses.add("module.net.t.a[" + i + "]");
      addresses.add("module.app[\"x.y\"].t.b[" + i + "]");
    }
    addresses.add("t.c");
    progress.accept(event(EventKind.RUN_PLANNED, null, 0));
    return new ModuleProgress(addresses);
  }

  private List<String> lines(ModuleProgress modules, int room) {
    return modules.lines(progress, 60, room, START.plusSeconds(9), Style.PLAIN);
  }

  @Test
  void showsFailuresAndTheSlowestAboveTheModules() {
    ModuleProgress modules = large();
    modules.accept(event(EventKind.NODE_STARTED, "module.net.t.a[0]", 1));
    modules.accept(event(EventKind.NODE_STARTED, "module.net.t.a[1]", 3));
    modules.accept(event(EventKind.NODE_SUCCEEDED, "t.c", 2));
    modules.accept(event(EventKind.NODE_FAILED, "module.app[\"x.y\"].t.b[3]", 4));
    modules.accept(event(EventKind.NODE_SKIPPED, "module.app[\"x.y\"].t.b[4]", 4));
    modules.accept(event(EventKind.NODE_SUCCEEDED, "t.c#precondition", 4));

    assertThat(lines(modules, 10))
        .containsExactly(
            "  failed   module.app[\"x.y\"].t.b[3]",
            "  running  module.net.t.a[0] 8.0s",
            "  running  module.net.t.a[1] 6.0s",
            "  module.app[\"x.y\"]: 2 of 12 done, 2 failed or skipped",
            "  module.net: 0 of 12 done, 2 running",
            "  (root): 1 of 1 done");
    assertThat(lines(modules, 5)).hasSize(5).last().isEqualTo("  and 2 more modules");
  }

  @Test
  void leavesASmallRunAndASmallTerminalAlone() {
    assertThat(lines(large(), 2)).isEmpty();

    ModuleProgress small = new ModuleProgress(List.of("t.a"));
    RunProgress few = new RunProgress(Style.PLAIN);
    assertThat(small.lines(few, 60, 10, START, Style.PLAIN)).isEmpty();
  }
}
