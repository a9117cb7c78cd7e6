package io.sluice.language.config.test;

import io.sluice.language.source.SourceRange;
import io.sluice.language.value.Value;

/**
 * What takes the place of a resource's provider, or of a module.
 *
 * @param target an address: a block, or one instance of it
 * @param values an object: attributes, or outputs
 * @param duringPlan whether the values are known when planning
 */
public record OverrideBlock(
    Kind kind, String target, Value values, boolean duringPlan, SourceRange range) {
  /** What is overridden. */
  public enum Kind {
    RESOURCE("override_resource", "values"),
    DATA("override_data", "values"),
    MODULE("override_module", "outputs");

    private final String block;
    private final String argument;

    Kind(String block, String argument) {
      this.block = block;
      this.argument = argument;
    }

    public String block() {
      return block;
    }

    public String argument() {
      return argument;
    }
  }
}
