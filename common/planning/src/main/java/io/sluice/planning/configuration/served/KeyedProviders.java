package io.sluice.planning.configuration.served;

import io.sluice.language.config.Declarations.HandedProvider;
import io.sluice.language.config.Declarations.ProviderConfiguration;
import io.sluice.language.instancing.Evaluation;
import io.sluice.language.instancing.Expander;
import io.sluice.language.instancing.Expansion;
import io.sluice.language.instancing.InstanceKey;
import io.sluice.language.instancing.ModuleInstance;
import io.sluice.language.instancing.Needs;
import io.sluice.language.instancing.Phase;
import io.sluice.language.instancing.Repeated;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Expression;
import io.sluice.language.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The configurations that come of one {@code provider} block, which may have {@code for_each}. */
final class KeyedProviders {
  private final Diagnostics diagnostics;
  private final Map<String, Instances> expanded = new HashMap<>();

  KeyedProviders(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  /**
   * The instances of a block.
   *
   * @param known whether these are all there are
   */
  record Instances(List<Repeated> all, boolean known, Runnable missing) {
    Optional<Repeated> find(InstanceKey key) {
      Optional<Repeated> found = all.stream().filter(one -> one.key().equals(key)).findFirst();
      if (found.isEmpty() && known) {
        missing.run();
      }
      return known ? found : all.stream().findFirst();
    }
  }

  Instances of(ModuleInstance at, ProviderConfiguration configuration) {
    return expanded.computeIfAbsent(
        at.prefix() + configuration.reference(), name -> expand(at, configuration));
  }

  private Instances expand(ModuleInstance at, ProviderConfiguration configuration) {
    boolean validating = at.environment().phase() == Phase.VALIDATE;
    Expansion expansion =
        new Expander(
                at.evaluator(Repeated.SINGLE, null),
                validating ? Expander.IfUnknown.WAIT : Expander.IfUnknown.REFUSE,
                Evaluation.MAX_INSTANCES,
                diagnostics)
            .expand(configuration.repetition());
    if (validating) {
      expansion = Evaluation.any(expansion);
    }
    List<Repeated> all = new ArrayList<>(Expansion.instances(expansion));
    return new Instances(
        all,
        expansion instanceof Expansion.Known,
        () ->
            diagnostics.error(
                "Provider configuration not present",
                "A component names an instance of provider.%s that its for_each does not have; it has %s."
                    .formatted(
                        configuration.reference(),
                        all.isEmpty()
                            ? "none"
                            : String.join(
                                ", ", all.stream().map(one -> one.key().text()).toList())),
                configuration.range()));
  }

  /** Which of the configurations of one block a call hands over to an instance of its module. */
  InstanceKey handed(HandedProvider handed, ModuleInstance.Call call) {
    Expression key = handed.key();
    if (key == null) {
      return InstanceKey.none();
    }
    Value value = call.from().evaluate(key, call.repeated(), diagnostics).unmarked();
    InstanceKey named = Needs.key(value);
    if (named == null && isKnowable(call.from())) {
      diagnostics.add(
          Diagnostic.error(
                  "Invalid provider reference",
                  "The key of provider.%s has to be known when planning."
                      .formatted(handed.configuration()),
                  key.range())
              .withHint("Use each.key, or a value of the deployment's inputs."));
    }
    return named == null ? InstanceKey.every() : named;
  }

  private static boolean isKnowable(ModuleInstance at) {
    return switch (at.environment().phase()) {
      case VALIDATE, INSPECT -> false;
      case PLAN, APPLY -> true;
    };
  }
}
