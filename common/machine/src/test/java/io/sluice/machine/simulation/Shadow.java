package io.sluice.machine.simulation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.machine.stored.Change;
import io.sluice.machine.stored.InMemoryStateRecords;
import io.sluice.machine.transition.Input;
import io.sluice.machine.transition.Transition;
import io.sluice.model.json.Json;
import io.sluice.model.message.Envelope;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.StateRecord;
import io.sluice.shadow.Machine;
import io.sluice.shadow.WorkspaceState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The machine as it was, beside the present one: of the same inputs it has to make the same last
 * change of each key, and the same commands in the same order.
 */
final class Shadow {
  private static final Machine MACHINE = new Machine(World.SETTINGS);

  private final WorkspaceState state;

  private Shadow(WorkspaceState state) {
    this.state = state;
  }

  /** As a new owner restores it. */
  static Shadow restored(Collection<Change> log) {
    InMemoryStateRecords records = new InMemoryStateRecords();
    List<io.sluice.shadow.Change> others = new ArrayList<>();
    for (Change change : log) {
      if (change.value() instanceof StateRecord record) {
        records.put(record);
      } else {
        Object value = Objects.requireNonNull(change.value());
        others.add(io.sluice.shadow.Change.restored(change.key("w"), value));
      }
    }
    return new Shadow(WorkspaceState.restore("w", records, others));
  }

  void decides(Input input, Transition present) {
    io.sluice.shadow.Transition past = MACHINE.advance(state, input);
    Map<String, Object> before = new TreeMap<>();
    past.changes().forEach(c -> before.put(c.topic() + ":" + c.key("w"), held(c.value())));
    Map<String, Object> now = new TreeMap<>();
    present.changes().forEach(c -> now.put(c.topic() + ":" + c.key("w"), held(c.value())));
    if (!before.keySet().equals(now.keySet())) {
      throw differs(input, before.keySet(), now.keySet());
    }
    before.forEach(
        (key, value) -> {
          if (!same(value, now.get(key))) {
            throw differs(input, key + " " + value, key + " " + now.get(key));
          }
        });
    if (!past.commands().equals(present.commands())) {
      throw differs(input, past.commands(), present.commands());
    }
  }

  private static Object held(@Nullable Object value) {
    return value == null ? "nothing" : value;
  }

  private static boolean same(Object before, Object now) {
    if (before instanceof RunRecord was && now instanceof RunRecord is && !was.equals(is)) {
      return withoutRefusals(was, was).equals(withoutRefusals(was, is));
    }
    return before.equals(now)
        || (before.getClass() == now.getClass()
            && !(before instanceof String)
            && Arrays.equals(
                Envelope.encode(before, Instant.EPOCH), Envelope.encode(now, Instant.EPOCH)));
  }

  /** The machine of old had typed refusals for edits alone. */
  private static ObjectNode withoutRefusals(RunRecord was, RunRecord record) {
    ObjectNode tree = Json.mapper().valueToTree(record);
    if (was.refusals().isEmpty()) {
      tree.remove("refusals");
    }
    return tree;
  }

  private static Violation differs(Input input, Object before, Object now) {
    return new Violation(
        "the machine decides differently: " + input + "\nwas " + before + "\nis  " + now);
  }
}
