package io.sluice.language.instancing;

import io.sluice.model.Address;
import io.sluice.model.Lineage;

/** What distinguishes an instance from its siblings. */
public sealed interface InstanceKey extends Comparable<InstanceKey> {
  /** As it is at the end of an address. */
  String text();

  /** The block has neither count nor for_each. */
  record None() implements InstanceKey {
    @Override
    public String text() {
      return "";
    }
  }

  record Index(int position) implements InstanceKey {
    @Override
    public String text() {
      return "[" + position + "]";
    }
  }

  record Key(String key) implements InstanceKey {
    @Override
    public String text() {
      return new Lineage.Key(key).text();
    }
  }

  /** All instances of a block whose number is not known yet. */
  record Every() implements InstanceKey {
    @Override
    public String text() {
      return "[*]";
    }
  }

  /** The one that an address ends in. */
  static InstanceKey of(Address address) {
    if (address.text().endsWith("[*]")) {
      return new Every();
    }
    return switch (Lineage.parse(address.text()).segments().getLast()) {
      case Lineage.Member field -> new None();
      case Lineage.Index(int position) -> new Index(position);
      case Lineage.Key(String key) -> new Key(key);
    };
  }

  /** The only one of its block. */
  static InstanceKey none() {
    return new None();
  }

  /** Whichever there will be. */
  static InstanceKey every() {
    return new Every();
  }

  @Override
  default int compareTo(InstanceKey other) {
    return this instanceof Index(int a) && other instanceof Index(int b)
        ? Integer.compare(a, b)
        : text().compareTo(other.text());
  }
}
