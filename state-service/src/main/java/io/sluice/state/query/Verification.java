package io.sluice.state.query;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.digest.Sha256;
import io.sluice.model.json.Json;
import io.sluice.state.store.LocalStore;
import io.sluice.state.store.LocalStore.Table;
import io.sluice.transport.topic.Topics;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads the topics once more and compares the fold of their bytes with what is held, both at one
 * position. What differs is looked at again: compaction may have taken an older value away
 * meanwhile.
 */
final class Verification {
  private static final int ROUNDS = 4;
  private static final int SHOWN = 100;

  private final Committed committed;
  private final StateLog log;

  Verification(Committed committed, StateLog log) {
    this.committed = committed;
    this.log = log;
  }

  Answer verify() {
    ObjectNode body = Json.object();
    ArrayNode list = body.putArray("partitions");
    for (int partition : committed.serving()) {
      LocalStore store = committed.store(partition).orElse(null);
      if (store != null) {
        list.add(verified(store, partition));
      }
    }
    return new Answer.Found(body);
  }

  private ObjectNode verified(LocalStore store, int partition) {
    Topics topics = log.messages().topics();
    ObjectNode result = Json.object().put("partition", partition);
    result.put("records", store.size(Table.STATE)).put("runs", store.size(Table.RUNS));
    result.set("state", compared(store, Table.STATE, topics.state(), partition));
    result.set("runs_topic", compared(store, Table.RUNS, topics.runs(), partition));
    result.set("log", compared(store, Table.STATE, topics.stateLog(), partition));
    return result;
  }

  private ObjectNode compared(LocalStore store, Table table, String topic, int partition) {
    boolean logged = topic.equals(log.messages().topics().stateLog());
    boolean truncated = false;
    Set<String> differing = new TreeSet<>();
    for (int round = 0; round < ROUNDS; round++) {
      LocalStore.View view = store.view(table);
      // The log is in the same transactions, but at positions of its own.
      long end = logged ? Long.MAX_VALUE : view.position();
      Map<String, Bytes> folded = new HashMap<>();
      StateLog.Extent extent =
          log.readPartition(topic, partition, entry -> fold(folded, entry, end, logged));
      truncated = logged && extent.truncated();
      Set<String> now = differing(view, folded, truncated);
      now.retainAll(round == 0 ? now : differing);
      differing = now;
      if (differing.isEmpty()) {
        break;
      }
    }
    ObjectNode result = Json.object().put("same", differing.isEmpty());
    if (truncated) {
      result.put("truncated", true);
    }
    ArrayNode shown = result.putArray("differing");
    differing.stream().limit(SHOWN).forEach(shown::add);
    return result;
  }

  private static void fold(
      Map<String, Bytes> folded, StateLog.Entry entry, long end, boolean keepsGone) {
    byte[] value = entry.value();
    if (entry.offset() >= end) {
      return;
    }
    if (value != null || keepsGone) {
      folded.put(entry.key(), Bytes.of(value));
    } else {
      folded.remove(entry.key());
    }
  }

  /**
   * @param truncated a log that begins late does not mention what has not changed since
   */
  private static Set<String> differing(
      LocalStore.View view, Map<String, Bytes> folded, boolean truncated) {
    Set<String> differing = new TreeSet<>();
    while (view.entries().hasNext()) {
      Map.Entry<String, byte[]> entry = view.entries().next();
      Bytes written = folded.remove(entry.getKey());
      if (written == null ? !truncated : !written.equals(Bytes.of(entry.getValue()))) {
        differing.add(entry.getKey());
      }
    }
    folded.forEach(
        (key, bytes) -> {
          if (!bytes.equals(Bytes.GONE)) {
            differing.add(key);
          }
        });
    return differing;
  }

  /** A value's length and SHA-256: enough to tell bytes apart, and small. */
  private record Bytes(int length, long a, long b, long c, long d) {
    static final Bytes GONE = new Bytes(-1, 0, 0, 0, 0);

    static Bytes of(byte @Nullable [] value) {
      if (value == null) {
        return GONE;
      }
      ByteBuffer digest = ByteBuffer.wrap(Sha256.of(value));
      return new Bytes(
          value.length, digest.getLong(), digest.getLong(), digest.getLong(), digest.getLong());
    }
  }
}
