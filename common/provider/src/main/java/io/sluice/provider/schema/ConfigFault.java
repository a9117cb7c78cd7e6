package io.sluice.provider.schema;

import org.jspecify.annotations.Nullable;

/**
 * One thing wrong with a configuration.
 *
 * @param pointer JSON pointer below the configuration; empty for the whole
 * @param warning nothing stops because of it
 * @param hint what to write instead, where that can be guessed
 */
public record ConfigFault(
    String pointer, boolean warning, String summary, String detail, @Nullable String hint) {
  static ConfigFault error(String pointer, String summary, String detail) {
    return new ConfigFault(pointer, false, summary, detail, null);
  }
}
