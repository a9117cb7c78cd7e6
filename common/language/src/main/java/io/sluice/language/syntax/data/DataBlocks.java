package io.sluice.language.syntax.data;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.BodySchema.BlockSchema;
import io.sluice.language.syntax.data.DataNode.ArrayNode;
import io.sluice.language.syntax.data.DataNode.NullNode;
import io.sluice.language.syntax.data.DataNode.ObjectNode;
import io.sluice.language.syntax.data.DataNode.Property;
import java.util.ArrayList;
import java.util.List;

/** Takes blocks out of nested objects: one level for each label, then one object or an array. */
final class DataBlocks {
  private final DataFormat format;
  private final Diagnostics diagnostics;
  private final List<Block> found = new ArrayList<>();

  DataBlocks(DataFormat format, Diagnostics diagnostics) {
    this.format = format;
    this.diagnostics = diagnostics;
  }

  List<Block> found() {
    return found;
  }

  void unpack(Property property, BlockSchema schema) {
    unpack(property.value(), property.name().range(), schema, List.of(), List.of());
  }

  private void unpack(
      DataNode value,
      SourceRange type,
      BlockSchema schema,
      List<String> labels,
      List<SourceRange> ranges) {
    if (labels.size() == schema.labelNames().size()) {
      blocks(value, type, schema, labels, ranges);
      return;
    }
    String label = schema.labelNames().get(labels.size());
    List<Property> named = properties(value, label, format, diagnostics);
    if (named.isEmpty()) {
      diagnostics.error(
          "Missing block label",
          "At least one object property is required, whose name represents the %s block's %s."
              .formatted(schema.type(), label),
          value.startRange());
    }
    for (Property property : named) {
      unpack(
          property.value(),
          type,
          schema,
          appended(labels, property.name().value()),
          appended(ranges, property.name().range()));
    }
  }

  private static <T> List<T> appended(List<T> list, T element) {
    List<T> longer = new ArrayList<>(list);
    longer.add(element);
    return longer;
  }

  private void blocks(
      DataNode value,
      SourceRange type,
      BlockSchema schema,
      List<String> labels,
      List<SourceRange> ranges) {
    switch (value) {
      case NullNode nothing -> {}
      case ObjectNode object -> found.add(block(object, type, schema, labels, ranges));
      case ArrayNode array ->
          array.elements().stream()
              .map(element -> block(element, type, schema, labels, ranges))
              .forEach(found::add);
      case DataNode.TextNode t -> wrongType(value, schema);
      case DataNode.NumberNode n -> wrongType(value, schema);
      case DataNode.BoolNode b -> wrongType(value, schema);
    }
  }

  private Block block(
      DataNode body,
      SourceRange type,
      BlockSchema schema,
      List<String> labels,
      List<SourceRange> ranges) {
    SourceRange header = ranges.isEmpty() ? type : ranges.getLast();
    return new Block(schema.type(), labels, new DataBody(body, format), type, ranges, header);
  }

  private void wrongType(DataNode value, BlockSchema schema) {
    diagnostics.error(
        format.wrongType(),
        "Either a %s or a %s is required, representing the contents of one or more \"%s\" blocks."
            .formatted(format.object(), format.array(), schema.type()),
        value.startRange());
  }

  /** The properties of an object, or of all objects of an array. */
  static List<Property> properties(
      DataNode value, String label, DataFormat format, Diagnostics diagnostics) {
    String purpose =
        label.isEmpty()
            ? "to define arguments and child blocks."
            : "to specify %s labels for this block.".formatted(label);
    return switch (value) {
      case NullNode nothing -> List.of();
      case ObjectNode object -> object.properties();
      case ArrayNode array -> {
        List<Property> all = new ArrayList<>();
        for (DataNode element : array.elements()) {
          if (element instanceof ObjectNode object) {
            all.addAll(object.properties());
          } else {
            diagnostics.error(
                format.wrongType(),
                "A %s is required here, %s".formatted(format.object(), purpose),
                element.startRange());
          }
        }
        yield all;
      }
      case DataNode.TextNode t -> mismatch(value, purpose, format, diagnostics);
      case DataNode.NumberNode n -> mismatch(value, purpose, format, diagnostics);
      case DataNode.BoolNode b -> mismatch(value, purpose, format, diagnostics);
    };
  }

  private static List<Property> mismatch(
      DataNode value, String purpose, DataFormat format, Diagnostics diagnostics) {
    diagnostics.error(
        format.wrongType(),
        "Either a %s or %s of objects is required here, %s"
            .formatted(format.object(), format.array(), purpose),
        value.startRange());
    return List.of();
  }
}
