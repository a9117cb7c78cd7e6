package io.sluice.planning.configuration.generate;

import io.sluice.language.source.Diagnostic;
import org.jspecify.annotations.Nullable;

/** An {@code import} block whose object no resource block describes. */
public sealed interface Undescribed {
  /**
   * @param address of a resource of the root module
   * @param provider as the block names it; null where it does not
   */
  record Import(String address, String id, @Nullable String provider) implements Undescribed {
    public String type() {
      return address.substring(0, address.indexOf('.'));
    }

    public String name() {
      return address.substring(address.indexOf('.') + 1);
    }
  }

  /** One whose block cannot be written. */
  record Refused(Diagnostic why) implements Undescribed {}
}
