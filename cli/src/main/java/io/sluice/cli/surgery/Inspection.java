package io.sluice.cli.surgery;

import io.sluice.model.Address;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a look at a whole workspace finds.
 *
 * @param orphans objects that came too late or of another claim, and deposed ones
 * @param unsettled tainted or in doubt
 * @param missing by the record that depends on it: what is not in state
 * @param duplicates objects of one type and id under several addresses
 * @param unsaid imported, and never applied since: they have no desired configuration
 */
public record Inspection(
    int records,
    Map<String, Integer> types,
    List<String> orphans,
    List<String> unsettled,
    Map<String, List<String>> missing,
    List<List<String>> duplicates,
    List<String> unsaid) {
  public static Inspection of(List<StateRecord> records) {
    Map<String, Integer> types = new TreeMap<>();
    List<String> orphans = new ArrayList<>();
    List<String> unsettled = new ArrayList<>();
    List<String> unsaid = new ArrayList<>();
    for (StateRecord record : records) {
      types.merge(record.type(), 1, Integer::sum);
      if (record.address().isOrphan() || record.address().isDeposed()) {
        orphans.add(record.address().text());
      } else if (record.status() != RecordStatus.OK) {
        unsettled.add(record.address().text());
      }
      if (record.desired().isNull()) {
        unsaid.add(record.address().text());
      }
    }
    return new Inspection(
        records.size(), types, orphans, unsettled, missing(records), duplicates(records), unsaid);
  }

  private static Map<String, List<String>> missing(List<StateRecord> records) {
    Set<Address> there = records.stream().map(StateRecord::address).collect(Collectors.toSet());
    Map<String, List<String>> missing = new TreeMap<>();
    for (StateRecord record : records) {
      List<String> gone =
          record.dependencies().stream()
              .filter(dependency -> !there.contains(dependency))
              .map(Address::text)
              .filter(name -> there.stream().noneMatch(one -> Records.within(one.text(), name)))
              .toList();
      if (!gone.isEmpty()) {
        missing.put(record.address().text(), gone);
      }
    }
    return missing;
  }

  private static List<List<String>> duplicates(List<StateRecord> records) {
    Map<String, TreeSet<String>> byObject = new TreeMap<>();
    for (StateRecord record : records) {
      if (record.id() != null) {
        byObject
            .computeIfAbsent(record.type() + " " + record.id(), any -> new TreeSet<>())
            .add(record.address().text());
      }
    }
    return byObject.values().stream()
        .filter(addresses -> addresses.size() > 1)
        .map(List::copyOf)
        .toList();
  }

  public boolean isClean() {
    return orphans.isEmpty() && unsettled.isEmpty() && missing.isEmpty() && duplicates.isEmpty();
  }
}
