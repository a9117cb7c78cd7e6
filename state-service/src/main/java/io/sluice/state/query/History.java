package io.sluice.state.query;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import io.sluice.model.record.RecordKeys;
import io.sluice.state.query.Folded.Held;
import io.sluice.state.store.LocalStore;
import io.sluice.state.store.LocalStore.Table;
import io.sluice.state.store.StoredMessages;
import io.sluice.transport.topic.Partitioner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The questions about what there was: the log of state, folded up to a moment. What the log is too
 * short for is said, not guessed.
 */
public final class History {
  private final Committed committed;
  private final Partitioner partitioner;
  private final StateLog log;

  History(Committed committed, Partitioner partitioner, StateLog log) {
    this.committed = committed;
    this.partitioner = partitioner;
    this.log = log;
  }

  /** What was written at one address, the newest first. */
  Answer of(String workspace, String address, long before, int limit) {
    String key = workspace + "/" + address;
    List<StateLog.Entry> entries = new ArrayList<>();
    StateLog.Extent extent =
        log.read(
            workspace,
            entry -> {
              if (entry.key().equals(key) && entry.offset() < before) {
                entries.add(entry);
              }
            });
    ObjectNode body =
        Json.object()
            .put("workspace", workspace)
            .put("address", address)
            .put("truncated", extent.truncated());
    ArrayNode list = body.putArray("history");
    int most = new Page(null, limit).limit();
    for (int i = entries.size() - 1; i >= 0 && list.size() < most; i--) {
      list.add(shown(entries.get(i)));
    }
    if (entries.size() > most) {
      body.put("next", entries.get(entries.size() - most).offset());
    }
    return new Answer.Found(body);
  }

  private static ObjectNode shown(StateLog.Entry entry) {
    ObjectNode shown = Json.object().put("offset", entry.offset()).put("at", entry.at().toString());
    String run = PastMoment.run(entry);
    if (run != null) {
      shown.put("run", run);
    }
    byte[] value = entry.value();
    if (value == null) {
      shown.put("removed", true);
    } else {
      shown.set("record", Json.toTree(StoredMessages.payload(value)));
    }
    return shown;
  }

  /** The resources as they were, by their addresses. */
  Answer at(String workspace, PastMoment moment, Page page) {
    return of(
        workspace,
        store ->
            switch (folded(store, workspace, moment)) {
              case Folded.Unknown unknown -> new Answer.Nothing(unknown.why());
              case Folded.Known known -> new Answer.Found(shown(workspace, known, page));
            });
  }

  private static ObjectNode shown(String workspace, Folded.Known known, Page page) {
    ObjectNode body = Json.object().put("workspace", workspace);
    ArrayNode list = body.putArray("resources");
    String prefix = workspace + "/";
    byte[] outputs = null;
    for (Map.Entry<String, byte[]> entry : known.values().entrySet()) {
      String address = entry.getKey().substring(prefix.length());
      if (entry.getKey().equals(RecordKeys.outputs(workspace))) {
        outputs = entry.getValue();
      } else if (page.after() == null || address.compareTo(page.after()) > 0) {
        if (list.size() == page.limit()) {
          body.put("next", list.get(list.size() - 1).path("address").asText());
          break;
        }
        list.add(Json.toTree(StoredMessages.payload(entry.getValue())));
      }
    }
    if (outputs != null) {
      body.set("outputs", Json.toTree(StoredMessages.payload(outputs)));
    }
    ArrayNode unknown = body.putArray("unknown");
    known.unknown().forEach(key -> unknown.add(key.substring(prefix.length())));
    return body;
  }

  /** What is different at {@code to} from what was at {@code from}. */
  Answer diff(String workspace, PastMoment from, PastMoment to, Page page) {
    return of(
        workspace,
        store -> {
          Folded before = folded(store, workspace, from);
          Folded after = folded(store, workspace, to);
          if (before instanceof Folded.Unknown unknown) {
            return new Answer.Nothing(unknown.why());
          }
          if (after instanceof Folded.Unknown unknown) {
            return new Answer.Nothing(unknown.why());
          }
          return new Answer.Found(
              difference(workspace, (Folded.Known) before, (Folded.Known) after, page));
        });
  }

  private static ObjectNode difference(
      String workspace, Folded.Known before, Folded.Known after, Page page) {
    ObjectNode body = Json.object().put("workspace", workspace);
    ArrayNode changes = body.putArray("changes");
    String prefix = workspace + "/";
    TreeSet<String> keys = new TreeSet<>(before.values().keySet());
    keys.addAll(after.values().keySet());
    for (String key : keys) {
      String address = key.substring(prefix.length());
      byte[] was = before.values().get(key);
      byte[] is = after.values().get(key);
      boolean seen = page.after() != null && address.compareTo(page.after()) <= 0;
      if (seen || Arrays.equals(was, is)) {
        continue;
      }
      if (changes.size() == page.limit()) {
        body.put("next", changes.get(changes.size() - 1).path("address").asText());
        break;
      }
      ObjectNode change = changes.addObject().put("address", address);
      if (was != null) {
        change.set("before", Json.toTree(StoredMessages.payload(was)));
      }
      if (is != null) {
        change.set("after", Json.toTree(StoredMessages.payload(is)));
      }
    }
    TreeSet<String> unknown = new TreeSet<>(before.unknown());
    unknown.addAll(after.unknown());
    ArrayNode unclear = body.putArray("unknown");
    unknown.forEach(key -> unclear.add(key.substring(prefix.length())));
    return body;
  }

  private Folded folded(LocalStore store, String workspace, PastMoment moment) {
    Map<String, byte[]> now = now(store, workspace);
    if (moment instanceof PastMoment.Now) {
      return new Folded.Known(now, List.of());
    }
    Optional<Long> end = end(workspace, moment);
    if (end.isEmpty()) {
      return new Folded.Unknown(
          "the log of workspace " + workspace + " has nothing that this run wrote");
    }
    Map<String, Held> held = new TreeMap<>();
    StateLog.Extent extent =
        log.read(
            workspace,
            entry -> {
              Held known = held.computeIfAbsent(entry.key(), key -> new Held());
              known.take(entry, entry.offset() < end.get());
            });
    return Folded.of(now, held, extent.truncated());
  }

  private static Map<String, byte[]> now(LocalStore store, String workspace) {
    Map<String, byte[]> now = new TreeMap<>();
    store
        .reading(() -> store.page(Table.STATE, workspace + "/", null, Integer.MAX_VALUE))
        .forEach(entry -> now.put(entry.getKey(), entry.getValue()));
    return now;
  }

  /** The first place in the log that is after the moment. */
  private Optional<Long> end(String workspace, PastMoment moment) {
    long[] first = {Long.MAX_VALUE};
    long[] last = {-1};
    log.read(
        workspace,
        entry -> {
          boolean meant =
              switch (moment) {
                case PastMoment.Now now -> true;
                case PastMoment.At at -> !entry.at().isAfter(at.time());
                case PastMoment.After after -> after.run().equals(PastMoment.run(entry));
                case PastMoment.Before before -> before.run().equals(PastMoment.run(entry));
              };
          if (meant) {
            first[0] = Math.min(first[0], entry.offset());
            last[0] = entry.offset();
          }
        });
    if (last[0] < 0) {
      return moment instanceof PastMoment.At ? Optional.of(0L) : Optional.empty();
    }
    return Optional.of(moment instanceof PastMoment.Before ? first[0] : last[0] + 1);
  }

  private Answer of(String workspace, Function<LocalStore, Answer> question) {
    return committed
        .store(partitioner.partition(workspace))
        .map(question)
        .orElse(new Answer.Elsewhere(workspace));
  }
}
