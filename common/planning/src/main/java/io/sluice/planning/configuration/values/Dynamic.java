package io.sluice.planning.configuration.values;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.BodySchema;
import io.sluice.language.syntax.Expression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A {@code dynamic} block as it is written. */
record Dynamic(
    Block block, String iterator, Attribute forEach, @Nullable Attribute labels, Body content) {
  private static final BodySchema SYNTAX =
      BodySchema.builder()
          .required("for_each")
          .reference("iterator")
          .optional("labels")
          .block("content")
          .build();

  /** Null if it is incomplete, which is reported. */
  static @Nullable Dynamic of(Block block, Diagnostics diagnostics) {
    BodyContent content = block.body().content(SYNTAX, diagnostics);
    Attribute forEach = content.attribute("for_each");
    List<Block> bodies = content.blocks("content");
    if (bodies.size() != 1) {
      diagnostics.error(
          bodies.isEmpty() ? "Missing content block" : "Extraneous content block",
          bodies.isEmpty()
              ? "A content block is required."
              : "Only one nested \"content\" block is allowed for each \"dynamic\" block.",
          block.headerRange());
      return null;
    }
    if (forEach == null) {
      return null;
    }
    Attribute named = content.attribute("iterator");
    String iterator =
        named != null && named.expression() instanceof Expression.ScopeTraversal scope
            ? scope.traversal().root()
            : block.labels().getFirst();
    return new Dynamic(
        block, iterator, forEach, content.attribute("labels"), bodies.getFirst().body());
  }
}
