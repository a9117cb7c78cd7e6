package io.sluice.language.config.check;

import io.sluice.language.config.Module;
import io.sluice.language.config.check.ReferenceChecks.Surrounding;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Traversal;
import java.util.List;

/** Checks expressions that are in no file: what is typed at a console. */
public final class LooseExpressions {
  private LooseExpressions() {}

  public static void check(Module module, Expression expression, Diagnostics diagnostics) {
    check(module, expression.variables(), diagnostics);
  }

  public static void check(Module module, List<Traversal> references, Diagnostics diagnostics) {
    new ReferenceChecks(module, diagnostics).check(references, Surrounding.NOTHING);
  }
}
