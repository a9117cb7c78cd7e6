package io.sluice.planning.configuration.values;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.BodySchema;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeSchema.Trait;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.BlockSchema;
import io.sluice.provider.schema.BlockSchema.Nesting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Lists and sets of objects that a body writes as nested blocks. Terraform's older providers
 * declare such attributes, and their users write {@code ingress { … }} as often as {@code ingress =
 * [{ … }]}.
 */
final class AttributesAsBlocks {
  private AttributesAsBlocks() {}

  /** The schema with each attribute that this body writes as blocks turned into a block. */
  static BlockBody in(Body body, BlockBody schema) {
    Map<String, BlockSchema> possible = new HashMap<>();
    for (AttributeSchema attribute : schema.attributes()) {
      if (attribute.traits().contains(Trait.WRITTEN_AS_BLOCKS)) {
        possible.put(attribute.name(), block(attribute));
      }
    }
    Set<String> written = possible.isEmpty() ? Set.of() : written(body, possible.keySet());
    if (written.isEmpty()) {
      return schema;
    }
    List<BlockSchema> blocks = new ArrayList<>(schema.blocks());
    written.forEach(name -> blocks.add(possible.get(name)));
    return new BlockBody(
        schema.attributes().stream().filter(one -> !written.contains(one.name())).toList(),
        blocks,
        schema.rules());
  }

  /** JSON and YAML don't tell one form from the other: there it is an attribute. */
  private static Set<String> written(Body body, Set<String> possible) {
    BodySchema.Builder asked = BodySchema.builder();
    for (String name : possible) {
      asked.attribute(name, false, BodySchema.Mode.EXPRESSION).block(name);
    }
    BodyContent content =
        body.partialContent(asked.block("dynamic", "type").build(), new Diagnostics()).content();
    Set<String> written = new HashSet<>();
    for (Block block : content.blocks()) {
      String name = block.type().equals("dynamic") ? block.labels().getFirst() : block.type();
      if (possible.contains(name) && content.attribute(name) == null) {
        written.add(name);
      }
    }
    return written;
  }

  private static BlockSchema block(AttributeSchema attribute) {
    return switch (attribute.type()) {
      case AttributeType.ListOf(AttributeType.ObjectOf object) ->
          block(attribute, Nesting.LIST, object);
      case AttributeType.SetOf(AttributeType.ObjectOf object) ->
          block(attribute, Nesting.SET, object);
      default ->
          throw new IllegalArgumentException(
              "\"" + attribute.name() + "\" can't be written as blocks: it is " + attribute.type());
    };
  }

  private static BlockSchema block(
      AttributeSchema attribute, Nesting nesting, AttributeType.ObjectOf object) {
    List<AttributeSchema> fields = new ArrayList<>();
    object
        .fields()
        .forEach(
            (name, field) ->
                fields.add(
                    field.optional()
                        ? AttributeSchema.optional(name, field.type())
                        : AttributeSchema.required(name, field.type())));
    int min = attribute.presence() == AttributeSchema.Presence.REQUIRED ? 1 : 0;
    BlockBody inner = BlockBody.of(fields.stream().map(AttributesAsBlocks::nested).toList());
    return new BlockSchema(
        attribute.name(),
        nesting,
        min,
        0,
        attribute.forcesReplacement(),
        attribute.description(),
        inner);
  }

  /** What lies deeper may be written as blocks, too. */
  private static AttributeSchema nested(AttributeSchema field) {
    return switch (field.type()) {
      case AttributeType.ListOf(AttributeType.ObjectOf object) -> field.orBlocks();
      case AttributeType.SetOf(AttributeType.ObjectOf object) -> field.orBlocks();
      default -> field;
    };
  }
}
