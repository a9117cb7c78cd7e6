package io.sluice.bridge.rules;

import io.sluice.bridge.schema.ValuePath;

/** Where a provider broke the rules, and how. No value is in it: it might be a secret. */
public record Fault(ValuePath path, String text) {
  /** {@code rule[0].name: planned for absence, …}. */
  public String sentence() {
    return path.isRoot() ? text : path + ": " + text;
  }
}
