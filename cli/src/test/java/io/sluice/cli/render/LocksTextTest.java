package io.sluice.cli.render;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LocksTextTest {
  @Test
  void saysWhoHoldsWhatAndWhoWaitsForWhomAndWhatIsInDoubt() throws Exception {
    String text =
        LocksText.of(
            Map.of(
                "shop",
                tree(
                    """
                    {"held":[
                       {"run":"r1","scope":"plan","addresses":["t.a","t.b"],"out":["t.a"]},
                       {"run":"r2","scope":"out","addresses":["t.c"],"out":["t.c"]}],
                     "waiting":[
                       {"run":"r3","addresses":[],"waitingFor":["r1","r2"],"why":"so it is"}],
                     "closed":[{"address":"t.d","run":"r2","node":"t.d","reason":"cut"}]}
                    """)),
            new LocksText.Work(false, Set.of("default")),
            Style.PLAIN,
            words -> "sluice " + String.join(" ", words));

    assertThat(text.lines().map(line -> line.replaceAll(" +", " ").strip()))
        .containsExactly(
            "WORKSPACE RUN STATUS WHAT",
            "shop r1 holds t.a, t.b, at work on t.a",
            "shop r2 holds only what is still out: t.c",
            "shop r3 waits for the whole workspace, held by r1, r2: so it is",
            "shop r2 in doubt t.d: cut",
            "",
            "Check what is in doubt, then run one of these for each:",
            "t.d:",
            "it happened, and ID is the object's id:",
            "sluice runs resolve r2 t.d --adopt ID",
            "it did not happen; the next apply does it:",
            "sluice runs resolve r2 t.d --retry",
            "stop managing it:",
            "sluice runs resolve r2 t.d --abandon");
  }

  @Test
  void onlyWhatAWorkerHasBegunIsAtWorkAndNothingIsWhereAllHasEnded() throws Exception {
    Map<String, JsonNode> locks =
        Map.of(
            "shop",
            tree(
                """
                {"held":[{"run":"r1","scope":"plan","addresses":["t.a"],
                          "out":["t.a","t.b","t.c"],
                          "sent":{"default":["t.b"],"gpu":["t.c"]}}]}
                """));

    assertThat(held(locks, new LocksText.Work(false, Set.of("default"))))
        .endsWith("t.a, at work on t.a, t.b sent, not begun, t.c waits for a worker of pool gpu");
    assertThat(held(locks, new LocksText.Work(true, Set.of())))
        .endsWith("t.a, interrupted at t.a, t.b, t.c")
        .doesNotContain("at work");
  }

  private static String held(Map<String, JsonNode> locks, LocksText.Work work) {
    return LocksText.of(locks, work, Style.PLAIN, words -> "sluice " + String.join(" ", words))
        .strip();
  }

  private static JsonNode tree(String json) throws Exception {
    return Json.tree(json.getBytes(StandardCharsets.UTF_8));
  }
}
