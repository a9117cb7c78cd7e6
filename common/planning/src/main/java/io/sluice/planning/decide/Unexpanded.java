package io.sluice.planning.decide;

import io.sluice.model.Address;
import io.sluice.model.EveryInstance;
import io.sluice.planning.document.LatePart;
import io.sluice.planning.document.Placeholder;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What the run itself expands. */
final class Unexpanded {
  private final Map<Address, Placeholder> placeholders = new TreeMap<>();
  private final Map<Address, LatePart> late = new TreeMap<>();

  void add(Placeholder placeholder) {
    placeholders.put(placeholder.address(), placeholder);
  }

  void add(LatePart part) {
    late.put(part.address(), part);
  }

  Map<Address, Placeholder> placeholders() {
    return placeholders;
  }

  Map<Address, LatePart> late() {
    return late;
  }

  /** The one that an instance may come of. */
  Optional<Address> of(Address instance) {
    for (Address every : late.keySet()) {
      if (EveryInstance.covers(every, instance)) {
        return Optional.of(every);
      }
    }
    String text = instance.text();
    int index = text.endsWith("]") ? text.lastIndexOf('[') : -1;
    for (; index > 0; index = text.lastIndexOf('[', index - 1)) {
      Placeholder found = placeholders.get(Address.of(text.substring(0, index) + "[*]"));
      if (found != null) {
        return Optional.of(found.address());
      }
    }
    return Optional.empty();
  }
}
