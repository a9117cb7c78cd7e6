package io.sluice.planning.configuration.values;

import io.sluice.language.config.Resource;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Suggestions;
import io.sluice.language.syntax.Traversal;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.BlockSchema;
import java.util.SortedSet;
import java.util.TreeSet;

/** What {@code ignore_changes} names has to be there: a slip would ignore nothing. */
public final class IgnoredNames {
  private IgnoredNames() {}

  public static void check(Resource resource, BlockBody body, Diagnostics diagnostics) {
    for (Traversal path : resource.lifecycle().ignoreChanges()) {
      if (!body.has(path.root())) {
        SortedSet<String> names = new TreeSet<>();
        body.attributes().stream().map(AttributeSchema::name).forEach(names::add);
        body.blocks().stream().map(BlockSchema::name).forEach(names::add);
        diagnostics.add(
            Diagnostic.error(
                    "Unsupported attribute",
                    "This object has no argument, nested block, or exported attribute named \"%s\"."
                        .formatted(path.root()),
                    path.range())
                .withHint(Suggestions.question(path.root(), names)));
      }
    }
  }
}
