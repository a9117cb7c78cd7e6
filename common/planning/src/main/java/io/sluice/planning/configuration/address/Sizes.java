package io.sluice.planning.configuration.address;

import io.sluice.language.config.Repetition;
import io.sluice.language.instancing.Evaluation;
import io.sluice.language.instancing.Expander;
import io.sluice.language.instancing.Expansion;
import io.sluice.language.instancing.ModuleInstance;
import io.sluice.language.instancing.Phase;
import io.sluice.language.instancing.Repeated;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.model.Address;
import io.sluice.model.limit.Clipped;
import io.sluice.model.limit.Limits;
import org.jspecify.annotations.Nullable;

/** Counts the instances of a configuration, and gives them addresses up to the limit. */
public final class Sizes {
  private static final int NODES = Limits.STANDARD.counts().nodes();
  private static final int LONGEST = Limits.STANDARD.texts().address();
  private static final int SHOWN = 100;

  private final Diagnostics diagnostics;
  private int made;

  public Sizes(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  /** The address of an instance; null if it is too long, which is reported. */
  public @Nullable Address address(
      ModuleInstance module, String block, Repeated repeated, SourceRange range) {
    String text = module.prefix() + block + repeated.key().text();
    if (text.length() > LONGEST) {
      diagnostics.error(
          "Address too long",
          "The address %s has %d characters; an address may have %d. Shorten the key or the names."
              .formatted(Clipped.of(text, SHOWN), text.length(), LONGEST),
          range);
      return null;
    }
    if (++made == NODES + 1) {
      diagnostics.error(
          "Too many instances",
          "The configuration has more than %d instances, the most nodes that a run can have. Split it."
              .formatted(NODES),
          range);
    }
    return made > NODES ? null : Address.of(text);
  }

  /** How many instances a block has. */
  public Expansion expansion(ModuleInstance module, Repetition repetition) {
    Expansion expansion =
        new Expander(
                module.evaluator(Repeated.SINGLE, null),
                Expander.IfUnknown.WAIT,
                Evaluation.MAX_INSTANCES,
                diagnostics)
            .expand(repetition);
    boolean any = module.environment().phase() == Phase.VALIDATE || module.isLate();
    return any ? Evaluation.any(expansion) : expansion;
  }
}
