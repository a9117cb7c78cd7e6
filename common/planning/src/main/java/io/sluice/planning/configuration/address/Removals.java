package io.sluice.planning.configuration.address;

import io.sluice.language.config.Declarations.Removed;
import io.sluice.language.config.Module;
import io.sluice.model.Address;

/** What {@code removed} blocks say about records. */
public final class Removals {
  private Removals() {}

  /** Whether the record goes and its object stays. */
  public static boolean forgets(Module module, Address address) {
    int start = Moves.prefix(address.text(), module.path());
    if (start >= 0) {
      String keyed = address.live().text().substring(start);
      String below = StaticResources.withoutKeys(keyed);
      for (Removed removed : module.removed()) {
        String from = removed.from().toString();
        boolean fits =
            below.equals(from)
                || below.startsWith(from + ".")
                || keyed.startsWith(from + ".")
                || keyed.startsWith(from + "[");
        if (!removed.destroy() && fits) {
          return true;
        }
      }
    }
    return module.children().values().stream().anyMatch(child -> forgets(child, address));
  }
}
