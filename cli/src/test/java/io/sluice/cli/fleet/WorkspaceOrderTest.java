package io.sluice.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.cli.terminal.Fault;
import io.sluice.planning.configuration.Neighbour;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkspaceOrderTest {
  private static List<Neighbour> after(String... names) {
    return List.of(names).stream().map(name -> new Neighbour(name, "data." + name)).toList();
  }

  @Test
  void putsEachBehindWhatItNeedsAndTheRestByName() {
    WorkspaceOrder order =
        WorkspaceOrder.of(
            Map.of("a", after("z"), "b", after(), "z", after("elsewhere"), "c", after("a", "b")));
    assertThat(order.names()).containsExactly("b", "z", "a", "c");
    assertThat(order.before("c")).containsExactly("a", "b");
    assertThat(order.before("z")).isEmpty();
  }

  @Test
  void ordersThousandsAtOnce() {
    Map<String, List<Neighbour>> chain = new HashMap<>();
    for (int i = 0; i < 5_000; i++) {
      chain.put("w%05d".formatted(i), after("w%05d".formatted(i + 1), "w%05d".formatted(i + 2)));
    }
    assertThat(WorkspaceOrder.of(chain).names()).hasSize(5_000).startsWith("w04999", "w04998");
  }

  @Test
  void namesTheCircleAndWhatMakesIt() {
    assertThatThrownBy(
            () ->
                WorkspaceOrder.of(
                    Map.of(
                        "app", after("db"), "db", after("net"), "net", after("app"), "x", after())))
        .isInstanceOf(Fault.class)
        .hasMessage("Cycle: app -> db -> net -> app")
        .satisfies(
            fault ->
                assertThat(((Fault) fault).diagnostics().getFirst().detail())
                    .contains("db comes after net: data.net")
                    .doesNotContain(" x "));
  }
}
