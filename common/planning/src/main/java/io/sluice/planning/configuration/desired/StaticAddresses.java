package io.sluice.planning.configuration.desired;

import io.sluice.model.Address;

/** Addresses of blocks. */
final class StaticAddresses {
  private StaticAddresses() {}

  /** {@code x.y} for {@code x.y[0]}. */
  static Address declared(Address instance) {
    String text = instance.text();
    return text.endsWith("]") ? Address.of(text.substring(0, opening(text))) : instance;
  }

  private static int opening(String text) {
    if (!text.endsWith("\"]")) {
      return text.lastIndexOf('[');
    }
    int at = text.length() - 3;
    while (at > 0) {
      int quote = text.lastIndexOf('"', at);
      int slashes = 0;
      while (quote - 1 - slashes >= 0 && text.charAt(quote - 1 - slashes) == '\\') {
        slashes++;
      }
      if (slashes % 2 == 0) {
        return quote - 1;
      }
      at = quote - 1;
    }
    return text.lastIndexOf('[');
  }
}
