package io.sluice.planning.configuration.address;

import io.sluice.language.config.Declarations.Moved;
import io.sluice.language.config.Module;
import io.sluice.language.config.Repetition;
import io.sluice.language.config.Resource;
import io.sluice.model.Address;
import io.sluice.model.Address.Mark;
import io.sluice.model.record.RecordKeys;
import io.sluice.model.record.StateRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Where {@code moved} blocks put records, and those that got or lost a {@code count}. */
public final class Moves {
  private static final int LONGEST_CHAIN = 20;

  private final List<Rule> rules = new ArrayList<>();
  private final StaticResources resources;

  /** Both sides relative to an instance of the module that says so. */
  private record Rule(List<String> module, String from, String to) {}

  private Moves(Module root, StaticResources resources) {
    this.resources = resources;
    collect(root);
  }

  private void collect(Module module) {
    for (Moved moved : module.moved()) {
      rules.add(new Rule(module.path(), moved.from().toString(), moved.to().toString()));
    }
    module.children().values().forEach(this::collect);
  }

  /** New addresses by old ones. */
  public static Map<Address, Address> of(
      Module root, StaticResources resources, List<StateRecord> records) {
    Moves moves = new Moves(root, resources);
    Set<Address> taken = new HashSet<>();
    records.forEach(record -> taken.add(record.address()));
    Map<Address, Address> moved = new TreeMap<>();
    for (StateRecord record : records) {
      Address address = record.address();
      if (!(address.mark() instanceof Mark.None) || RecordKeys.isReserved(address.text())) {
        continue;
      }
      Address to = moves.target(address);
      if (!to.equals(address) && taken.add(to)) {
        moved.put(address, to);
      }
    }
    return moved;
  }

  private Address target(Address address) {
    String text = address.text();
    for (int i = 0; i < LONGEST_CHAIN; i++) {
      String next = step(text);
      if (next.equals(text)) {
        break;
      }
      text = next;
    }
    return Address.of(counted(text));
  }

  private String step(String address) {
    for (Rule rule : rules) {
      int start = prefix(address, rule.module());
      if (start < 0) {
        continue;
      }
      String below = address.substring(start);
      Optional<String> to = renamed(below, rule);
      if (to.isPresent()) {
        return address.substring(0, start) + to.get();
      }
    }
    return address;
  }

  private static Optional<String> renamed(String below, Rule rule) {
    if (below.equals(rule.from())) {
      return Optional.of(rule.to());
    }
    boolean inside = below.startsWith(rule.from() + ".");
    boolean instance =
        below.startsWith(rule.from() + "[")
            && !rule.from().endsWith("]")
            && !rule.to().endsWith("]");
    return inside || instance
        ? Optional.of(rule.to() + below.substring(rule.from().length()))
        : Optional.empty();
  }

  /** The length of the part of an address that names an instance of a module; -1 if none does. */
  static int prefix(String address, List<String> module) {
    int at = 0;
    for (String call : module) {
      if (!address.startsWith(call, at)) {
        return -1;
      }
      at += call.length();
      if (at < address.length() && address.charAt(at) == '[') {
        int close = closing(address, at);
        if (close < 0) {
          return -1;
        }
        at = close + 1;
      }
      if (at >= address.length() || address.charAt(at) != '.') {
        return -1;
      }
      at++;
    }
    return at;
  }

  private static int closing(String address, int open) {
    boolean quoted = false;
    for (int i = open + 1; i < address.length(); i++) {
      char c = address.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == ']' && !quoted) {
        return i;
      }
    }
    return -1;
  }

  /** {@code x.y} is {@code x.y[0]} once it is counted, and the other way round. */
  private String counted(String address) {
    Resource resource = resources.find(Address.of(address)).orElse(null);
    if (resource == null) {
      return address;
    }
    boolean counts = resource.repetition() instanceof Repetition.Count;
    boolean single = resource.repetition() instanceof Repetition.Single;
    if (counts && !address.endsWith("]")) {
      return address + "[0]";
    }
    return single && address.endsWith("[0]")
        ? address.substring(0, address.length() - "[0]".length())
        : address;
  }
}
