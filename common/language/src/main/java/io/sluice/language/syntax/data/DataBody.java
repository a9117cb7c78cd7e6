package io.sluice.language.syntax.data;

import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.BodySchema;
import io.sluice.language.syntax.BodySchema.AttributeSchema;
import io.sluice.language.syntax.BodySchema.BlockSchema;
import io.sluice.language.syntax.BodySchema.Mode;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Suggestions;
import io.sluice.language.syntax.Unexpected;
import io.sluice.language.syntax.data.DataNode.Property;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A body of JSON or YAML by HCL's JSON mapping: names are arguments or block types as the schema
 * says, labels are nested objects, several blocks are an array, and {@code "//"} is a comment.
 */
final class DataBody implements Body {
  private final DataNode node;
  private final DataFormat format;
  private final Set<String> hidden;

  DataBody(DataNode node, DataFormat format) {
    this(node, format, Set.of());
  }

  private DataBody(DataNode node, DataFormat format, Set<String> hidden) {
    this.node = node;
    this.format = format;
    this.hidden = hidden;
  }

  @Override
  public BodyContent content(BodySchema schema, Diagnostics diagnostics) {
    BodyContent content = take(schema, diagnostics);
    List<String> names = new ArrayList<>();
    schema.attributes().keySet().stream()
        .filter(name -> content.attribute(name) == null)
        .forEach(names::add);
    names.addAll(schema.blocks().keySet());
    for (Property property : DataBlocks.properties(node, "", format, new Diagnostics())) {
      String name = property.name().value();
      if (isKnown(name, schema)) {
        continue;
      }
      diagnostics.add(
          Diagnostic.error(
                  format.extraneous(),
                  "No argument or block type is named \"%s\".".formatted(name),
                  property.name().range())
              .withContext(property.range())
              .withHint(Suggestions.question(name, names)));
    }
    return content;
  }

  private boolean isKnown(String name, BodySchema schema) {
    return name.equals("//")
        || hidden.contains(name)
        || schema.attribute(name) != null
        || schema.block(name) != null;
  }

  @Override
  public PartialContent partialContent(BodySchema schema, Diagnostics diagnostics) {
    BodyContent content = take(schema, diagnostics);
    Set<String> taken = new HashSet<>(hidden);
    taken.addAll(content.attributes().keySet());
    taken.addAll(schema.blocks().keySet());
    return new PartialContent(content, new DataBody(node, format, taken));
  }

  private BodyContent take(BodySchema schema, Diagnostics diagnostics) {
    Map<String, Attribute> attributes = new LinkedHashMap<>();
    DataBlocks blocks = new DataBlocks(format, diagnostics);
    for (Property property : DataBlocks.properties(node, "", format, diagnostics)) {
      String name = property.name().value();
      if (hidden.contains(name)) {
        continue;
      }
      AttributeSchema attribute = schema.attribute(name);
      BlockSchema block = schema.block(name);
      if (attribute != null) {
        put(attributes, property, attribute.mode(), "Duplicate argument", diagnostics);
      } else if (block != null) {
        blocks.unpack(property, block);
      }
    }
    for (AttributeSchema wanted : schema.attributes().values()) {
      if (wanted.required() && !attributes.containsKey(wanted.name())) {
        Unexpected.missing(wanted, missingItemRange(), diagnostics);
      }
    }
    return new BodyContent(attributes, blocks.found(), missingItemRange());
  }

  private static void put(
      Map<String, Attribute> attributes,
      Property property,
      Mode mode,
      String summary,
      Diagnostics diagnostics) {
    String name = property.name().value();
    Attribute first = attributes.get(name);
    if (first != null) {
      diagnostics.error(
          summary,
          "The argument \"%s\" was already set at %s.".formatted(name, first.range()),
          property.name().range(),
          property.range());
      return;
    }
    Expression value = DataExpressions.of(property.value(), mode, diagnostics);
    attributes.put(name, new Attribute(name, value, property.name().range(), property.range()));
  }

  @Override
  public Map<String, Attribute> justAttributes(Diagnostics diagnostics) {
    Map<String, Attribute> attributes = new LinkedHashMap<>();
    if (!(node instanceof DataNode.ObjectNode object)) {
      diagnostics.error(
          format.wrongType(),
          "A %s is required here, setting the arguments for this block.".formatted(format.object()),
          node.startRange());
      return attributes;
    }
    for (Property property : object.properties()) {
      String name = property.name().value();
      if (!name.equals("//") && !hidden.contains(name)) {
        put(attributes, property, Mode.EXPRESSION, "Duplicate attribute definition", diagnostics);
      }
    }
    return attributes;
  }

  @Override
  public SourceRange missingItemRange() {
    return node instanceof DataNode.ObjectNode object ? object.closeRange() : node.startRange();
  }
}
