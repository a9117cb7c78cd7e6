package io.sluice.language.syntax;

import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.BodySchema.AttributeSchema;
import io.sluice.language.syntax.BodySchema.BlockSchema;
import java.util.List;

/** The messages about a body that does not fit its schema. */
public final class Unexpected {
  private Unexpected() {}

  public static void argument(
      Attribute attribute, BodySchema schema, BodyContent content, Diagnostics diagnostics) {
    String name = attribute.name();
    List<String> free =
        schema.attributes().keySet().stream()
            .filter(candidate -> content.attribute(candidate) == null)
            .toList();
    String hint = Suggestions.question(name, free);
    if (hint.isEmpty() && schema.block(name) != null) {
      hint = "Did you mean to define a block of type \"%s\"?".formatted(name);
    }
    diagnostics.add(
        Diagnostic.error(
                "Unsupported argument",
                "An argument named \"%s\" is not expected here.".formatted(name),
                attribute.nameRange())
            .withHint(hint));
  }

  public static void block(Block block, BodySchema schema, Diagnostics diagnostics) {
    String type = block.type();
    String hint = Suggestions.question(type, schema.blocks().keySet());
    if (hint.isEmpty() && schema.attribute(type) != null) {
      hint =
          ("Did you mean to define argument \"%s\"? If so, use the equals sign to assign it a"
                  + " value.")
              .formatted(type);
    }
    diagnostics.add(
        Diagnostic.error(
                "Unsupported block type",
                "Blocks of type \"%s\" are not expected here.".formatted(type),
                block.typeRange())
            .withHint(hint));
  }

  public static void missing(AttributeSchema wanted, SourceRange at, Diagnostics diagnostics) {
    diagnostics.error(
        "Missing required argument",
        "The argument \"%s\" is required, but no definition was found.".formatted(wanted.name()),
        at);
  }

  public static boolean labelsFit(
      Block block, BlockSchema wanted, SourceRange openBrace, Diagnostics diagnostics) {
    List<String> names = wanted.labelNames();
    int given = block.labels().size();
    SourceRange context = block.typeRange().to(openBrace);
    if (given > names.size()) {
      String rule =
          names.isEmpty()
              ? "No labels are expected for %s blocks.".formatted(block.type())
              : "Only %d labels (%s) are expected for %s blocks."
                  .formatted(names.size(), String.join(", ", names), block.type());
      SourceRange at = block.labelRanges().get(names.size());
      diagnostics.error("Extraneous label for " + block.type(), rule, at, context);
      return false;
    }
    if (given < names.size()) {
      diagnostics.error(
          "Missing %s for %s".formatted(names.get(given), block.type()),
          "All %s blocks must have %d labels (%s)."
              .formatted(block.type(), names.size(), String.join(", ", names)),
          openBrace,
          context);
      return false;
    }
    return true;
  }
}
