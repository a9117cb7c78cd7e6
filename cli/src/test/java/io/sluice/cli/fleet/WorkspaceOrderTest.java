package io.sluice.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.cli.terminal.Fault;
import io.sluice.planning.configuration.Neighbour;
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
