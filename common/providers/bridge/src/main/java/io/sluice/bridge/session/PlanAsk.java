package io.sluice.bridge.session;

import io.sluice.bridge.rules.IgnoredChanges;
import io.sluice.language.value.Value;
import java.util.Optional;

/**
 * What a resource's plan is made of.
 *
 * @param prior upgraded and refreshed; empty for an object that is not there yet
 * @param config unmarked and of the type's own type; parts of it may be unknown
 * @param forced somebody wants a new object, whatever the provider says
 */
public record PlanAsk(
    String type,
    Optional<ObjectState> prior,
    Value config,
    IgnoredChanges ignored,
    boolean forced) {

  public static PlanAsk of(String type, Optional<ObjectState> prior, Value config) {
    return new PlanAsk(type, prior, config, IgnoredChanges.NONE, false);
  }
}
