package io.sluice.state.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.transport.TransportFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeadInstancesTest {
  private final List<Set<String>> left = new ArrayList<>();
  private Set<String> living = Set.of("a", "b", "c");
  private boolean away;

  private final DeadInstances dead =
      new DeadInstances(
          () -> {
            if (away) {
              throw new TransportFailure(TransportFailure.Code.UNREACHABLE, "away");
            }
            return living;
          },
          left::add);

  @Test
  void hasThoseLeaveWhoLivedAndLiveNoMore() {
    dead.look();
    living = Set.of("b", "c", "d");
    dead.look();
    dead.look();
    living = Set.of("d");
    dead.look();

    assertThat(left).containsExactly(Set.of("a"), Set.of("b", "c"));
  }

  @Test
  void takesNobodyForDeadWhileZooKeeperIsAway() {
    dead.look();
    away = true;
    dead.look();
    away = false;
    dead.look();

    assertThat(left).isEmpty();
  }
}
