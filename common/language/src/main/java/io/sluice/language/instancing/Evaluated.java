package io.sluice.language.instancing;

import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.model.Address;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A value, and what has to be there before it holds.
 *
 * @param needs addresses of resources, data sources and steps that it was made of
 */
public record Evaluated(Value value, SortedSet<Address> needs) {
  public static final Evaluated UNKNOWN =
      new Evaluated(Values.UNKNOWN, Collections.emptySortedSet());

  public Evaluated {
    needs =
        needs.isEmpty()
            ? Collections.emptySortedSet()
            : Collections.unmodifiableSortedSet(new TreeSet<>(needs));
  }
}
