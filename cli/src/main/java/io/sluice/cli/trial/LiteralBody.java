package io.sluice.cli.trial;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.BodySchema;
import io.sluice.language.syntax.Expression;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A body whose expressions are replaced by what they are worth outside of the module. */
record LiteralBody(Body written, UnaryOperator<Expression> worth) implements Body {
  @Override
  public BodyContent content(BodySchema schema, Diagnostics diagnostics) {
    return literal(written.content(schema, diagnostics));
  }

  @Override
  public PartialContent partialContent(BodySchema schema, Diagnostics diagnostics) {
    PartialContent partial = written.partialContent(schema, diagnostics);
    return new PartialContent(literal(partial.content()), new LiteralBody(partial.rest(), worth));
  }

  @Override
  public Map<String, Attribute> justAttributes(Diagnostics diagnostics) {
    return literal(written.justAttributes(diagnostics));
  }

  @Override
  public SourceRange missingItemRange() {
    return written.missingItemRange();
  }

  private BodyContent literal(BodyContent content) {
    List<Block> blocks =
        content.blocks().stream()
            .map(
                block ->
                    new Block(
                        block.type(),
                        block.labels(),
                        new LiteralBody(block.body(), worth),
                        block.typeRange(),
                        block.labelRanges(),
                        block.headerRange()))
            .toList();
    return new BodyContent(literal(content.attributes()), blocks, content.missingItemRange());
  }

  private Map<String, Attribute> literal(Map<String, Attribute> attributes) {
    Map<String, Attribute> all = new LinkedHashMap<>();
    attributes.forEach(
        (name, attribute) ->
            all.put(
                name,
                attribute.expression().variables().isEmpty()
                    ? attribute
                    : new Attribute(
                        attribute.name(),
                        worth.apply(attribute.expression()),
                        attribute.nameRange(),
                        attribute.range())));
    return all;
  }
}
