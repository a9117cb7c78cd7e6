package io.sluice.planning.decide;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Address;
import io.sluice.model.Address.Mark;
import io.sluice.model.EveryInstance;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.message.Snapshot;
import io.sluice.model.record.RecordKeys;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.document.Placeholder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The records of a snapshot by address. Orphans are for people to look at and never planned. */
public final class StateIndex {
  private final SortedMap<Address, StateRecord> live = new TreeMap<>();
  private final SortedMap<Address, StateRecord> deposed = new TreeMap<>();
  private final Set<Address> closed = new HashSet<>();

  private final SortedMap<Address, Address> keys = new TreeMap<>();
  private final List<StateRecord> others = new ArrayList<>();

  public StateIndex(Snapshot snapshot) {
    this(snapshot, Map.of());
  }

  /** {@code moved} gives the new addresses of records. */
  public StateIndex(Snapshot snapshot, Map<Address, Address> moved) {
    for (StateRecord record : snapshot.resources()) {
      Address to = moved.get(record.address());
      if (to != null) {
        keys.put(to, record.address());
        live.put(to, record.at(to));
      } else if (RecordKeys.isReserved(record.address().text())) {
        others.add(record);
      } else {
        switch (record.address().mark()) {
          case Mark.None none -> live.put(record.address(), record);
          case Mark.Deposed beside -> deposed.put(record.address(), record);
          case Mark.Orphan orphan -> {}
          case Mark.CreateInDoubt doubt -> {}
        }
      }
    }
    outputs(snapshot).ifPresent(others::add);
    snapshot.closed().forEach(address -> closed.add(Address.of(address).live()));
  }

  private Optional<StateRecord> outputs(Snapshot snapshot) {
    JsonNode outputs = snapshot.outputs();
    if (!others.isEmpty() || outputs == null || !outputs.has("attributes")) {
      return Optional.empty();
    }
    try {
      return Optional.of(Json.decode(Json.encode(outputs), StateRecord.class));
    } catch (MalformedMessage e) {
      return Optional.empty(); // of a newer build: left as it is
    }
  }

  /** Records that are of no resource: the outputs. */
  public List<StateRecord> others() {
    return List.copyOf(others);
  }

  boolean isMoved(Address address) {
    return keys.containsKey(address);
  }

  /** The key that a record is really stored under. */
  public Address key(Address address) {
    return keys.getOrDefault(address, address);
  }

  /** Where the record under a key has gone. */
  public @Nullable Address movedTo(Address key) {
    for (var entry : keys.entrySet()) {
      if (entry.getValue().equals(key)) {
        return entry.getKey();
      }
    }
    return null;
  }

  /** Records by the new addresses that moves gave them. */
  public SortedMap<Address, Address> moved() {
    return keys;
  }

  public Optional<StateRecord> find(Address address) {
    return Optional.ofNullable(live.get(address));
  }

  /** The instances of a placeholder. */
  public List<Address> instances(Address placeholder) {
    if (EveryInstance.isLate(placeholder)) {
      return live.keySet().stream()
          .filter(address -> EveryInstance.covers(placeholder, address))
          .toList();
    }
    String prefix = Placeholder.instancePrefix(placeholder);
    List<Address> found = new ArrayList<>();
    for (Address address : live.tailMap(Address.of(prefix)).keySet()) {
      if (!address.text().startsWith(prefix)) {
        break;
      }
      found.add(address);
    }
    return found;
  }

  public List<StateRecord> live() {
    return List.copyOf(live.values());
  }

  public List<StateRecord> deposed() {
    return List.copyOf(deposed.values());
  }

  /** An attempt on it is outstanding or in doubt. */
  public boolean isClosed(Address address) {
    return closed.contains(address.live());
  }
}
