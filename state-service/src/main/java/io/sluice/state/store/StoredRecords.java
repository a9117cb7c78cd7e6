package io.sluice.state.store;

import io.sluice.machine.stored.StateRecords;
import io.sluice.model.Address;
import io.sluice.model.record.RecordKeys;
import io.sluice.model.record.StateRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The resources of one workspace for the machine: the committed ones from the store, and over them
 * what the transaction under way has written.
 */
public final class StoredRecords implements StateRecords {
  private final LocalStore store;
  private final String workspace;
  private final String prefix;
  private final RecordCache cache;
  private final TreeMap<Address, Optional<StateRecord>> overlay = new TreeMap<>();

  /** For a reader that looks once, while others write. */
  public StoredRecords(LocalStore store, String workspace) {
    this(store, workspace, new RecordCache());
  }

  /** For the one writer; {@code cache} is of the same store. */
  public StoredRecords(LocalStore store, String workspace, RecordCache cache) {
    this.store = store;
    this.cache = cache;
    this.workspace = workspace;
    this.prefix = workspace + "/";
  }

  @Override
  public Optional<StateRecord> find(Address address) {
    Optional<StateRecord> written = overlay.get(address);
    if (written != null) {
      return written;
    }
    String key = RecordKeys.state(workspace, address);
    Optional<StateRecord> known = cache.known(key);
    if (known != null) {
      return known;
    }
    byte[] bytes = store.find(LocalStore.Table.STATE, key);
    Optional<StateRecord> found =
        bytes == null ? Optional.empty() : Optional.of(StoredMessages.state(bytes));
    cache.keep(key, found, bytes == null ? 0 : bytes.length);
    return found;
  }

  @Override
  public Collection<StateRecord> marked(Address live) {
    List<StateRecord> found = new ArrayList<>();
    for (StateRecord record : merged(live + "#")) {
      found.add(record);
    }
    return found;
  }

  @Override
  public Iterable<StateRecord> all() {
    return merged("");
  }

  private List<StateRecord> merged(String addressPrefix) {
    TreeMap<Address, StateRecord> records = new TreeMap<>();
    Iterator<Map.Entry<String, byte[]>> stored =
        store.withPrefix(LocalStore.Table.STATE, prefix + addressPrefix);
    while (stored.hasNext()) {
      Map.Entry<String, byte[]> entry = stored.next();
      if (!entry.getKey().startsWith(prefix + "!")) {
        StateRecord record = StoredMessages.state(entry.getValue());
        records.put(record.address(), record);
      }
    }
    overlay.forEach(
        (address, written) -> {
          if (address.text().startsWith(addressPrefix)) {
            written.ifPresentOrElse(
                record -> records.put(address, record), () -> records.remove(address));
          }
        });
    return List.copyOf(records.values());
  }

  @Override
  public void put(StateRecord record) {
    overlay.put(record.address(), Optional.of(record));
  }

  @Override
  public void remove(Address address) {
    overlay.put(address, Optional.empty());
  }

  /** The store has taken the transaction: what lay over it is in it. */
  public void committed() {
    overlay.keySet().forEach(address -> cache.forget(RecordKeys.state(workspace, address)));
    overlay.clear();
  }
}
