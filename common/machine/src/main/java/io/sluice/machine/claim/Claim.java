package io.sluice.machine.claim;

import io.sluice.model.Action.Claims;
import io.sluice.model.Address;
import io.sluice.model.EveryInstance;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.Reference;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A set of live addresses: all of them, or those written, those read, and blocks ({@code
 * module.net}, {@code x.y} with every instance below), which are written as a whole.
 */
public record Claim(boolean whole, Set<String> blocks, Set<Address> writes, Set<Address> reads) {
  public static final Claim WHOLE = new Claim(true, Set.of(), Set.of(), Set.of());
  public static final Claim NOTHING = new Claim(false, Set.of(), Set.of(), Set.of());

  /** What a person named: addresses, blocks or modules; nothing named means everything. */
  public static Claim listed(Collection<String> names) {
    return names.isEmpty() ? WHOLE : new Claim(false, Set.copyOf(names), Set.of(), Set.of());
  }

  public static Claim writing(Set<Address> addresses) {
    return new Claim(false, Set.of(), addresses, Set.of());
  }

  /**
   * What a plan touches, refers to and depends on. What it deletes still depends on what it was
   * made with, which no other run may remove first. A step holds its own address, so that two runs
   * do not execute it at once.
   */
  public static Claim of(Iterable<Node> nodes) {
    Set<String> blocks = new HashSet<>();
    Set<Address> writes = new HashSet<>();
    Set<Address> reads = new HashSet<>();
    for (Node node : nodes) {
      Address address = node.address().live();
      switch (node.action().claims()) {
        case BLOCK -> blocks.add(EveryInstance.block(address));
        case WRITE -> writes.add(address);
        case NOTHING -> {}
      }
      if (node.action().claims() != Claims.NOTHING) {
        for (Reference reference : node.values()) {
          reads.add(reference.address().live());
        }
        reads.addAll(node.dependencies());
      }
    }
    reads.removeAll(writes);
    return new Claim(false, blocks, writes, reads);
  }

  public boolean isNothing() {
    return !whole && blocks.isEmpty() && writes.isEmpty() && reads.isEmpty();
  }

  public boolean conflictsWith(Claim other) {
    if (isNothing() || other.isNothing()) {
      return false;
    }
    return whole
        || other.whole
        || meet(writes, other.writes)
        || meet(writes, other.reads)
        || meet(reads, other.writes)
        || other.blocksTouch(this)
        || blocksTouch(other)
        || readsInstances(other.writes)
        || other.readsInstances(writes)
        || blocks.stream().anyMatch(block -> within(block, other.blocks))
        || other.blocks.stream().anyMatch(block -> within(block, blocks));
  }

  /** Whether the holder of this may do everything that {@code needed} says. */
  public boolean covers(Claim needed) {
    return whole
        || (!needed.whole
            && needed.writes.stream().allMatch(this::mayWrite)
            && needed.reads.stream().allMatch(a -> reads.contains(a) || mayWrite(a))
            && needed.blocks.stream().allMatch(block -> within(block, blocks)));
  }

  public boolean mayWrite(Address address) {
    return whole || writes.contains(address) || within(address.text(), blocks);
  }

  public boolean touches(Address address) {
    return mayWrite(address) || reads.contains(address);
  }

  /**
   * The names of all that is in it, sorted: a claim that can be written down and asked for again.
   */
  public List<String> names() {
    Set<String> names = new TreeSet<>(blocks);
    writes.forEach(address -> names.add(address.text()));
    reads.forEach(address -> names.add(address.text()));
    return List.copyOf(names);
  }

  private boolean blocksTouch(Claim other) {
    return !blocks.isEmpty()
        && (other.writes.stream().anyMatch(a -> within(a.text(), blocks))
            || other.reads.stream().anyMatch(a -> within(a.text(), blocks)));
  }

  /** What depends on {@code x.y[*]} depends on every instance of it. */
  private boolean readsInstances(Set<Address> written) {
    Set<String> placeholders = new HashSet<>();
    for (Address address : reads) {
      if (EveryInstance.is(address)) {
        placeholders.add(EveryInstance.block(address));
      }
    }
    return !placeholders.isEmpty()
        && written.stream().anyMatch(address -> within(address.text(), placeholders));
  }

  private static boolean meet(Set<Address> a, Set<Address> b) {
    if (a.size() > b.size()) {
      return meet(b, a);
    }
    for (Address address : a) {
      if (b.contains(address)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the name or one of the blocks around it is in the set. */
  private static boolean within(String name, Set<String> blocks) {
    if (blocks.isEmpty()) {
      return false;
    }
    if (blocks.contains(name)) {
      return true;
    }
    boolean quoted = false;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '\\' && quoted) {
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && (c == '.' || c == '[') && blocks.contains(name.substring(0, i))) {
        return true;
      }
    }
    return false;
  }
}
