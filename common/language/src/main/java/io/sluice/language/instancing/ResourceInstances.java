package io.sluice.language.instancing;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.substitution.Openings;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.model.Address;
import io.sluice.model.plan.Reference;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A resource, data source or step, expanded in one instance of its module, with its values. */
public final class ResourceInstances {
  /**
   * Where an instance stands and what is known of it.
   *
   * @param opening how the run opens it; null for what is not ephemeral
   */
  public record One(Address address, Value value, @Nullable Opening opening) {
    public One(Address address, Value value) {
      this(address, value, null);
    }

    public One with(Opening other) {
      return new One(address, value, other);
    }
  }

  /**
   * How each user of an ephemeral resource opens it in the run.
   *
   * @param form what expressions carry; see {@link Openings}
   * @param references what the form refers to
   * @param needs what it is made of
   */
  public record Opening(JsonNode form, List<Reference> references, SortedSet<Address> needs) {
    public Opening {
      references = List.copyOf(references);
      needs = Collections.unmodifiableSortedSet(new TreeSet<>(needs));
    }
  }

  private final Expansion expansion;
  private final Map<InstanceKey, One> instances;
  private @Nullable Value whole;

  /** {@code instances} in the order of their keys. */
  public ResourceInstances(Expansion expansion, Map<InstanceKey, One> instances) {
    this.expansion = expansion;
    this.instances = new LinkedHashMap<>(instances);
  }

  public Expansion expansion() {
    return expansion;
  }

  public boolean isKnown() {
    return expansion instanceof Expansion.Known;
  }

  public @Nullable One find(InstanceKey key) {
    return instances.get(key);
  }

  /** The instance; where only the run finds out which there are, one that it may find. */
  public @Nullable One orLater(InstanceKey key) {
    boolean fits =
        switch (key) {
          case InstanceKey.Index(int position) ->
              expansion.kind() == Expansion.Kind.COUNTED && position >= 0;
          case InstanceKey.Key(String text) -> expansion.kind() == Expansion.Kind.KEYED;
          case InstanceKey.None none -> false;
          case InstanceKey.Every every -> false;
        };
    if (!(expansion instanceof Expansion.Waiting) || !fits) {
      return find(key);
    }
    return new One(Address.of(declared() + key.text()), Values.UNKNOWN);
  }

  /** The address of the block, of which only the run finds out the instances. */
  public String declared() {
    String any = instances.values().iterator().next().address().text();
    return any.substring(0, any.length() - InstanceKey.every().text().length());
  }

  public Collection<One> all() {
    return instances.values();
  }

  public List<Address> addresses() {
    return instances.values().stream().map(One::address).toList();
  }

  /** What the resource's name stands for: an object, a tuple of them, or an object of them. */
  public Value value() {
    Value known = whole;
    if (known == null) {
      known = isKnown() ? put(expansion.kind()) : Values.UNKNOWN;
      whole = known;
    }
    return known;
  }

  private Value put(Expansion.Kind kind) {
    return switch (kind) {
      case SINGLE -> {
        One single = instances.get(InstanceKey.none());
        yield single == null ? Values.UNKNOWN : single.value();
      }
      case COUNTED -> TupleValue.of(instances.values().stream().map(One::value).toList());
      case KEYED -> {
        Map<String, Value> entries = new LinkedHashMap<>();
        instances.forEach(
            (key, one) -> {
              if (key instanceof InstanceKey.Key(String text)) {
                entries.put(text, one.value());
              }
            });
        yield ObjectValue.of(entries);
      }
    };
  }
}
