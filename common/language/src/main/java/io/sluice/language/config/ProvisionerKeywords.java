package io.sluice.language.config;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.BodySchema;
import io.sluice.language.syntax.Expression;
import org.jspecify.annotations.Nullable;

/** What a provisioner says with keywords: when it runs, and what its failure means. */
public final class ProvisionerKeywords {
  private static final BodySchema KEYWORDS =
      BodySchema.builder().reference("when", "on_failure").build();

  private ProvisionerKeywords() {}

  /** Whether it runs before its resource is destroyed, rather than after it is created. */
  public static boolean isOfDestruction(Block provisioner) {
    return word(provisioner, "when").equals("destroy");
  }

  /** Whether its failure is none of its resource. */
  public static boolean goesOn(Block provisioner) {
    return word(provisioner, "on_failure").equals("continue");
  }

  /** Reports words that are no such keywords. */
  public static void check(Block provisioner, Diagnostics diagnostics) {
    check(provisioner, "when", "create", "destroy", diagnostics);
    check(provisioner, "on_failure", "continue", "fail", diagnostics);
  }

  private static void check(
      Block provisioner, String name, String one, String other, Diagnostics diagnostics) {
    Attribute attribute = attribute(provisioner, name);
    String word = word(provisioner, name);
    if (attribute != null && !word.equals(one) && !word.equals(other)) {
      diagnostics.error(
          "Invalid \"%s\" keyword".formatted(name),
          "The \"%s\" argument requires one of the following keywords: %s or %s."
              .formatted(name, one, other),
          attribute.expression().range());
    }
  }

  private static String word(Block provisioner, String name) {
    Attribute attribute = attribute(provisioner, name);
    return attribute != null
            && attribute.expression() instanceof Expression.ScopeTraversal scope
            && scope.traversal().steps().isEmpty()
        ? scope.traversal().root()
        : "";
  }

  private static @Nullable Attribute attribute(Block provisioner, String name) {
    return provisioner.body().partialContent(KEYWORDS, new Diagnostics()).content().attribute(name);
  }
}
