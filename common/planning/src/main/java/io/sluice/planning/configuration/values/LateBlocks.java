package io.sluice.planning.configuration.values;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Expression.ObjectConstructor.Item;
import io.sluice.language.syntax.Traversal;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.BlockSchema;
import java.util.ArrayList;
import java.util.List;

/**
 * Blocks whose number only the run finds out, as the expression from which the worker makes them: a
 * {@code dynamic} block is a {@code for}.
 */
final class LateBlocks {
  private LateBlocks() {}

  /**
   * @param blocks all of this type, written or dynamic, in their order
   */
  static Expression expression(BlockSchema schema, List<Block> blocks) {
    List<Expression> parts = new ArrayList<>();
    for (Block block : blocks) {
      parts.add(part(schema, block));
    }
    SourceRange range = blocks.getFirst().headerRange();
    return switch (schema.nesting()) {
      case LIST, SET -> joined("concat", parts, range);
      case SINGLE, GROUP -> call("one", List.of(joined("concat", parts, range)), range);
      case MAP -> joined("merge", parts, range);
    };
  }

  private static Expression joined(String function, List<Expression> parts, SourceRange range) {
    return parts.size() == 1 ? parts.getFirst() : call(function, parts, range);
  }

  private static Expression call(String name, List<Expression> arguments, SourceRange range) {
    return new Expression.FunctionCall(name, arguments, false, range, range, range);
  }

  private static Expression part(BlockSchema schema, Block block) {
    SourceRange range = block.headerRange();
    boolean keyed = schema.nesting() == BlockSchema.Nesting.MAP;
    if (!block.type().equals("dynamic")) {
      Expression made = object(schema.body(), block.body(), range);
      String label = block.labels().isEmpty() ? "" : block.labels().getFirst();
      return keyed
          ? new Expression.ObjectConstructor(
              List.of(new Item(new Expression.StringLiteral(label, range), made)), range, range)
          : new Expression.TupleConstructor(List.of(made), range);
    }
    Dynamic dynamic = Dynamic.of(block, new Diagnostics());
    if (dynamic == null) {
      return new Expression.Missing(range);
    }
    Expression made = object(schema.body(), dynamic.content(), range);
    Expression each = steps(dynamic.forEach().expression(), range);
    Attribute labels = dynamic.labels();
    return keyed && labels != null
        ? new Expression.ForObject(
            null,
            dynamic.iterator(),
            each,
            call("one", List.of(labels.expression()), range),
            made,
            null,
            false,
            range,
            range)
        : new Expression.ForTuple(null, dynamic.iterator(), each, made, null, range, range);
  }

  /** What the iterator stands at, one after the other: objects of {@code key} and {@code value}. */
  private static Expression steps(Expression forEach, SourceRange range) {
    List<Item> items = new ArrayList<>();
    for (String name : List.of("key", "value")) {
      Traversal bound = new Traversal(name, range, List.of(), range);
      items.add(
          new Item(
              new Expression.StringLiteral(name, range), new Expression.ScopeTraversal(bound)));
    }
    Expression object = new Expression.ObjectConstructor(items, range, range);
    return new Expression.ForTuple("key", "value", forEach, object, null, range, range);
  }

  /** A body with its nested blocks; what does not belong there has been reported. */
  private static Expression object(BlockBody declared, Body body, SourceRange range) {
    BlockBody schema = AttributesAsBlocks.in(body, declared);
    BodyContent content = body.content(SchemaFit.syntax(schema), new Diagnostics());
    List<Item> items = new ArrayList<>();
    for (AttributeSchema attribute : schema.attributes()) {
      Attribute written = content.attribute(attribute.name());
      if (written != null) {
        items.add(
            new Item(new Expression.StringLiteral(attribute.name(), range), written.expression()));
      }
    }
    for (BlockSchema nested : schema.blocks()) {
      List<Block> blocks = of(nested, content.blocks());
      if (!blocks.isEmpty()) {
        boolean single = nested.nesting().isOne() && !blocks.getFirst().type().equals("dynamic");
        items.add(
            new Item(
                new Expression.StringLiteral(nested.name(), range),
                single
                    ? object(nested.body(), blocks.getFirst().body(), range)
                    : expression(nested, blocks)));
      }
    }
    return new Expression.ObjectConstructor(items, range, range);
  }

  /** The blocks of a type, written and dynamic. */
  static List<Block> of(BlockSchema schema, List<Block> blocks) {
    return blocks.stream()
        .filter(
            block ->
                block.type().equals("dynamic")
                    ? block.labels().contains(schema.name())
                    : block.type().equals(schema.name()))
        .toList();
  }
}
