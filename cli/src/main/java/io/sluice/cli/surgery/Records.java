package io.sluice.cli.surgery;

import io.sluice.model.Address;
import io.sluice.model.record.StateRecord;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The records of a workspace by their addresses. */
public final class Records {
  private final Map<Address, StateRecord> byAddress = new TreeMap<>();

  public Records(Collection<StateRecord> records) {
    records.forEach(record -> byAddress.put(record.address(), record));
  }

  public Optional<StateRecord> find(Address address) {
    return Optional.ofNullable(byAddress.get(address));
  }

  public List<StateRecord> all() {
    return List.copyOf(byAddress.values());
  }

  /** What a person means by {@code name}: a record, all instances of a resource, or a module. */
  public List<StateRecord> meant(String name) {
    return byAddress.values().stream().filter(one -> within(one.address().text(), name)).toList();
  }

  /** Whether the address is {@code name}, or an instance or a part of it. */
  public static boolean within(String address, String name) {
    if (!address.startsWith(name)) {
      return false;
    }
    if (address.length() == name.length()) {
      return true;
    }
    char next = address.charAt(name.length());
    return next == '.' || next == '[' || next == '#';
  }
}
