package io.sluice.planning.configuration.values;

import io.sluice.language.config.CheckRule;
import io.sluice.language.config.Declarations.Check;
import io.sluice.language.config.Module;
import io.sluice.language.instancing.Conditions;
import io.sluice.language.instancing.EvaluationContext;
import io.sluice.language.instancing.ModuleInstance;
import io.sluice.language.instancing.ModuleInstances;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;

/** Assertions of {@code check} blocks: one that does not hold is told and stops nothing. */
public final class CheckBlocks {
  private CheckBlocks() {}

  public static boolean areIn(Module module) {
    return !module.checks().isEmpty()
        || module.children().values().stream().anyMatch(CheckBlocks::areIn);
  }

  public static void tell(ModuleInstance module, Diagnostics diagnostics) {
    for (Check check : module.module().checks()) {
      for (CheckRule rule : check.assertions()) {
        EvaluationContext context = EvaluationContext.of(module);
        if (Conditions.check(rule, "condition", context.evaluator(), diagnostics)
            == Conditions.Verdict.FAILS) {
          diagnostics.add(
              Diagnostic.warning(
                      "Check block assertion failed",
                      Conditions.message(rule, context.evaluator(), diagnostics),
                      rule.condition().range())
                  .about(module.prefix() + "check." + check.name()));
        }
      }
    }
    for (ModuleInstances children : module.children().values()) {
      children.all().forEach(one -> tell(one, diagnostics));
    }
  }
}
