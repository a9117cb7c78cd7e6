package io.sluice.cli.surgery;

import io.sluice.model.Address;
import io.sluice.model.message.Order.StateEdit;
import io.sluice.model.message.Order.Whole;
import io.sluice.model.record.StateRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is to be written, all or nothing, and the versions that it rests on.
 *
 * @param what for people, and kept in history: {@code state mv a.b a.c}
 */
public record Edit(
    String what,
    List<StateRecord> put,
    List<Address> remove,
    Map<Address, Long> expected,
    @Nullable Whole whole) {
  public Edit {
    put = List.copyOf(put);
    remove = List.copyOf(remove);
    expected = Map.copyOf(expected);
  }

  /** Rests on exactly the records that it touches; what is new must not be there yet. */
  static Edit touching(String what, List<StateRecord> put, List<Address> remove, Records records) {
    Map<Address, Long> expected = new TreeMap<>();
    List<Address> touched = new ArrayList<>(remove);
    put.forEach(record -> touched.add(record.address()));
    for (Address address : touched) {
      expected.put(address, records.find(address).map(StateRecord::version).orElse(0L));
    }
    return new Edit(what, put, remove, expected, null);
  }

  public boolean isEmpty() {
    return put.isEmpty() && remove.isEmpty() && whole == null;
  }

  public StateEdit message(String run, String workspace, String by) {
    return new StateEdit(run, workspace, what, put, remove, expected, by, whole);
  }
}
