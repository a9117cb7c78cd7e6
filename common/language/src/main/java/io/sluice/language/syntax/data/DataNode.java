package io.sluice.language.syntax.data;

import io.sluice.language.source.SourceFile;
import io.sluice.language.source.SourceRange;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A value of JSON or YAML with its place, before a schema says what it means. */
sealed interface DataNode {
  SourceRange range();

  /** Where to point when the value is of the wrong kind: its first character or bracket. */
  default SourceRange startRange() {
    SourceRange range = range();
    int end = Math.min(range.end(), range.start() + 1);
    return new SourceRange(range.source(), range.start(), end);
  }

  /** Names may repeat; whether that is a fault depends on what they name. */
  record ObjectNode(List<Property> properties, SourceRange range) implements DataNode {
    public ObjectNode {
      properties = List.copyOf(properties);
    }

    SourceRange closeRange() {
      int start = Math.max(range.start(), range.end() - 1);
      return new SourceRange(range.source(), start, range.end());
    }
  }

  record Property(TextNode name, DataNode value) {
    SourceRange range() {
      return name.range().to(value.range());
    }
  }

  record ArrayNode(List<DataNode> elements, SourceRange range) implements DataNode {
    public ArrayNode {
      elements = List.copyOf(elements);
    }
  }

  /** A string; {@code text} holds its bytes where they are in the file or as they were decoded. */
  record TextNode(String value, Content text, SourceRange range) implements DataNode {
    @Override
    public SourceRange startRange() {
      return range;
    }
  }

  /**
   * The bytes of a string: a slice of the file when it was written as it is, else decoded bytes and
   * for each of them (and for the end) the offset that it came from.
   */
  record Content(SourceFile source, byte[] bytes, int @Nullable [] offsets, int start, int end) {}

  record NumberNode(BigDecimal value, SourceRange range) implements DataNode {}

  record BoolNode(boolean value, SourceRange range) implements DataNode {}

  record NullNode(SourceRange range) implements DataNode {}
}
