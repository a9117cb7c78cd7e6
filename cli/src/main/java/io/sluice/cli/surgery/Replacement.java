package io.sluice.cli.surgery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.terminal.Fault;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.message.Order.Whole;
import io.sluice.model.record.StateRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A workspace that is to look as it did, or as a file has it. */
public final class Replacement {
  /** When and by whom a record was written does not make it another one. */
  private static final List<String> INCIDENTAL =
      List.of("workspace", "version", "epoch", "runId", "updatedAt");

  private Replacement() {}

  /** Everything: what is not among {@code wanted} goes. */
  public static Edit of(
      String what, Records records, List<StateRecord> wanted, @Nullable Whole whole) {
    Records target = new Records(wanted);
    List<Address> remove =
        records.all().stream()
            .map(StateRecord::address)
            .filter(address -> target.find(address).isEmpty())
            .toList();
    List<StateRecord> put = wanted.stream().filter(one -> differs(records, one)).toList();
    Map<Address, Long> expected = new TreeMap<>();
    put.forEach(record -> expected.put(record.address(), 0L));
    records.all().forEach(record -> expected.put(record.address(), record.version()));
    boolean nothing = put.isEmpty() && remove.isEmpty();
    Whole said = whole != null ? whole : nothing ? null : new Whole(null, 0, false);
    return new Edit(what, put, remove, expected, said);
  }

  /** Only what {@code names} mean. */
  public static Edit of(
      String what, Records records, List<StateRecord> wanted, List<String> names) {
    Records target = new Records(wanted);
    List<StateRecord> put = new ArrayList<>();
    List<Address> remove = new ArrayList<>();
    for (String name : names) {
      List<StateRecord> there = records.meant(name);
      List<StateRecord> then = target.meant(name);
      if (there.isEmpty() && then.isEmpty()) {
        throw Move.unknown(name, records);
      }
      then.stream().filter(one -> differs(records, one)).forEach(put::add);
      there.stream()
          .map(StateRecord::address)
          .filter(address -> target.find(address).isEmpty())
          .forEach(remove::add);
    }
    return Edit.touching(what, put, remove, records);
  }

  /** A record that a run changed: how it was before, and how the run left it. */
  public record Changed(
      Address address, Optional<StateRecord> before, Optional<StateRecord> after) {}

  /** Takes back what one run wrote; what was written since stays, or is said to be in the way. */
  public static Edit undone(String run, Records records, List<Changed> changes, boolean force) {
    List<StateRecord> put = new ArrayList<>();
    List<Address> remove = new ArrayList<>();
    List<String> inTheWay = new ArrayList<>();
    for (Changed change : changes) {
      Optional<StateRecord> now = records.find(change.address());
      boolean same = now.map(StateRecord::version).equals(change.after().map(StateRecord::version));
      if (!same) {
        inTheWay.add(change.address().text());
      }
      change.before().ifPresent(put::add);
      if (change.before().isEmpty() && now.isPresent()) {
        remove.add(change.address());
      }
    }
    if (!inTheWay.isEmpty() && !force) {
      throw Fault.of(
          "What run " + run + " wrote has been changed since",
          String.join(", ", inTheWay.stream().limit(10).toList()) + ".",
          "`sluice state history ADDRESS` shows by whom. --force undoes their changes, too.");
    }
    return Edit.touching("state restore --undo " + run, put, remove, records);
  }

  private static boolean differs(Records records, StateRecord wanted) {
    return records.find(wanted.address()).map(now -> !same(now, wanted)).orElse(true);
  }

  static boolean same(StateRecord a, StateRecord b) {
    return Json.same(essence(a), essence(b));
  }

  private static JsonNode essence(StateRecord record) {
    ObjectNode tree = (ObjectNode) Json.toTree(record);
    tree.remove(INCIDENTAL);
    return tree;
  }
}
