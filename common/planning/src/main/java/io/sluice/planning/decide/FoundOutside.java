package io.sluice.planning.decide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.message.Snapshot;
import io.sluice.model.record.StateRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Objects that were changed or deleted outside, as a look before the plan found them. State does
 * not have it: a plan is drawn as if it had, and the run of that plan reads these objects again
 * before anything else, so that state has it then.
 *
 * @param objects by address
 */
public record FoundOutside(SortedMap<Address, Found> objects) {
  public static final FoundOutside NOTHING = new FoundOutside(Collections.emptySortedMap());

  /**
   * One of them, compared with its record of that version.
   *
   * @param attributes null if it is gone
   * @param privateData null where the provider keeps what it had
   * @param fields the attributes that differ
   */
  public record Found(
      long version,
      @Nullable String id,
      @Nullable JsonNode attributes,
      List<String> sensitive,
      @Nullable JsonNode privateData,
      List<String> fields) {
    public Found {
      sensitive = List.copyOf(sensitive);
      fields = List.copyOf(fields);
    }

    private JsonNode toJson() {
      ObjectNode tree = Json.object().put("version", version);
      if (attributes == null) {
        return tree;
      }
      tree.put("id", id).set("attributes", attributes);
      tree.set("sensitive", Json.toTree(sensitive));
      tree.set("fields", Json.toTree(fields));
      if (privateData != null) {
        tree.set("private", privateData);
      }
      return tree;
    }

    private static Found read(JsonNode tree) {
      return new Found(
          tree.path("version").asLong(),
          tree.path("id").textValue(),
          tree.get("attributes"),
          texts(tree.path("sensitive")),
          tree.get("private"),
          texts(tree.path("fields")));
    }

    /** The record as state would have it. */
    private @Nullable StateRecord of(StateRecord known) {
      if (attributes == null) {
        return null;
      }
      TreeSet<String> drifted = new TreeSet<>(known.drifted());
      drifted.addAll(fields);
      return known
          .withObject(
              Objects.requireNonNullElse(id, known.id()),
              attributes,
              sensitive.isEmpty() ? known.sensitivePaths() : sensitive,
              privateData == null ? known.privateData() : privateData)
          .withRefreshDue(false)
          .withDrifted(List.copyOf(drifted));
    }
  }

  public FoundOutside {
    objects = Collections.unmodifiableSortedMap(new TreeMap<>(objects));
  }

  public boolean isNothing() {
    return objects.isEmpty();
  }

  public JsonNode toJson() {
    ObjectNode tree = Json.object();
    objects.forEach((address, found) -> tree.set(address.text(), found.toJson()));
    return tree;
  }

  public static FoundOutside read(JsonNode tree) {
    SortedMap<Address, Found> objects = new TreeMap<>();
    tree.properties()
        .forEach(entry -> objects.put(Address.of(entry.getKey()), Found.read(entry.getValue())));
    return objects.isEmpty() ? NOTHING : new FoundOutside(objects);
  }

  /** State as it would be with what was found; a record that has changed since stays as it is. */
  public Snapshot over(Snapshot state) {
    return changed(state, known -> foundOf(known).of(known));
  }

  /** State with these objects to be read before anything is planned. */
  public Snapshot due(Snapshot state) {
    return changed(state, known -> known.withRefreshDue(true));
  }

  private Found foundOf(StateRecord known) {
    return Objects.requireNonNull(objects.get(known.address()));
  }

  private Snapshot changed(Snapshot state, Function<StateRecord, @Nullable StateRecord> change) {
    if (isNothing()) {
      return state;
    }
    List<StateRecord> records = new ArrayList<>(state.resources().size());
    for (StateRecord record : state.resources()) {
      Found found = objects.get(record.address());
      StateRecord now =
          found == null || found.version() != record.version() ? record : change.apply(record);
      if (now != null) {
        records.add(now);
      }
    }
    return state.holding(records, state.outputs());
  }

  /** The versions of the records that were compared. */
  public SortedMap<Address, Long> versions() {
    SortedMap<Address, Long> versions = new TreeMap<>();
    objects.forEach((address, found) -> versions.put(address, found.version()));
    return versions;
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }
}
