package io.sluice.cli.surgery;

import io.sluice.cli.terminal.Fault;
import io.sluice.model.Address;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Small surgery on single records: forgetting, marking for replacement, adopting. */
public final class Marks {
  private Marks() {}

  /** The objects remain, unmanaged. */
  public static Edit forgotten(Records records, List<String> names) {
    List<Address> remove = new ArrayList<>();
    for (String name : names) {
      List<StateRecord> meant = records.meant(name);
      if (meant.isEmpty()) {
        throw Move.unknown(name, records);
      }
      meant.stream()
          .map(StateRecord::address)
          .filter(address -> !remove.contains(address))
          .forEach(remove::add);
    }
    return Edit.touching("state rm " + String.join(" ", names), List.of(), remove, records);
  }

  /** Who refers to what the edit removes. */
  public static List<Address> leftBehind(Records records, Edit edit) {
    return records.all().stream()
        .filter(record -> !edit.remove().contains(record.address()))
        .filter(record -> record.dependencies().stream().anyMatch(edit.remove()::contains))
        .map(StateRecord::address)
        .toList();
  }

  public static Edit tainted(Records records, String name) {
    return marked(records, name, RecordStatus.OK, RecordStatus.TAINTED, "taint");
  }

  public static Edit untainted(Records records, String name) {
    return marked(records, name, RecordStatus.TAINTED, RecordStatus.OK, "untaint");
  }

  private static Edit marked(
      Records records, String name, RecordStatus from, RecordStatus to, String what) {
    StateRecord record =
        records.find(new Address(name)).orElseThrow(() -> Move.unknown(name, records));
    if (record.status() != from) {
      throw Fault.of(
          name + " is " + record.status().name().toLowerCase(Locale.ROOT).replace('_', ' '),
          "Only what is "
              + from.name().toLowerCase(Locale.ROOT)
              + " can be "
              + (to == RecordStatus.TAINTED ? "tainted" : "untainted")
              + ".",
          "`sluice state show " + name + "` shows it.");
    }
    return Edit.touching(what + " " + name, List.of(record.with(to)), List.of(), records);
  }

  /** An orphan or a deposed object becomes the resource's own again. */
  public static Edit adopted(Records records, String name) {
    Address address = new Address(name);
    StateRecord record = records.find(address).orElseThrow(() -> Move.unknown(name, records));
    if (address.live().equals(address)) {
      throw Fault.of(
          name + " is not an orphan",
          "Only an address with a mark (#orphan/..., #deposed/...) can be adopted.",
          "`sluice state inspect` lists those. `sluice import` brings in an object that is not in"
              + " state.");
    }
    if (records.find(address.live()).isPresent()) {
      throw Fault.of(
          "There is a " + address.live() + " already",
          "Adopting " + name + " would overwrite it.",
          "Move or remove that one first: `sluice state mv`, `sluice state rm`.");
    }
    StateRecord own = record.at(address.live()).with(RecordStatus.OK);
    return Edit.touching("state adopt " + name, List.of(own), List.of(address), records);
  }
}
