package io.sluice.language.syntax.data;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.data.DataNode.Property;
import io.sluice.language.syntax.data.DataNode.TextNode;
import io.sluice.language.syntax.lex.Cursor;
import io.sluice.language.syntax.lex.SyntaxFault;
import io.sluice.language.syntax.yaml.YamlOutcome;
import io.sluice.language.syntax.yaml.YamlScalar;
import io.sluice.language.syntax.yaml.YamlShape;
import io.sluice.language.syntax.yaml.YamlWalk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * YAML as a configuration: one document; a key twice is a fault; anchors and aliases are refused,
 * since a few lines of them can mean gigabytes.
 */
final class YamlReader implements YamlShape<DataNode> {
  private final SourceFile source;
  private final Diagnostics diagnostics;

  private YamlReader(SourceFile source, Diagnostics diagnostics) {
    this.source = source;
    this.diagnostics = diagnostics;
  }

  /** The value, or null when the text has a fault. */
  static @Nullable DataNode read(SourceFile source, Diagnostics diagnostics) {
    int start = source.byteOrderMark();
    try {
      return switch (YamlWalk.read(source, new YamlReader(source, diagnostics))) {
        case YamlOutcome.Read<DataNode>(DataNode root) -> root;
        case YamlOutcome.Empty<DataNode> empty -> new DataNode.NullNode(source.range(0, 0));
        case YamlOutcome.Invalid<DataNode> invalid ->
            fault(diagnostics, invalid.problem(), invalid.at() == null ? 0 : invalid.at(), source);
        case YamlOutcome.InvalidCharacter<DataNode> invalid ->
            fault(diagnostics, invalid.message(), start, source);
        case YamlOutcome.Refused<DataNode> refused ->
            fault(diagnostics, refused.message(), start, source);
      };
    } catch (SyntaxFault fault) {
      return null;
    }
  }

  private static @Nullable DataNode fault(
      Diagnostics diagnostics, @Nullable String problem, int at, SourceFile source) {
    diagnostics.error("Invalid YAML", sentence(problem), source.range(at, at));
    return null;
  }

  private static String sentence(@Nullable String problem) {
    String text = problem == null ? "the text is not YAML" : problem.strip();
    return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
  }

  @Override
  public void level(int depth, SourceRange at) {
    if (depth > Cursor.MAX_DEPTH) {
      throw fault(
          "Nesting too deep",
          "Values may be nested at most %d levels deep.".formatted(Cursor.MAX_DEPTH),
          at);
    }
  }

  @Override
  public DataNode scalar(YamlScalar scalar) {
    return new YamlScalars(diagnostics).read(scalar, text(scalar));
  }

  private TextNode text(YamlScalar scalar) {
    return YamlStrings.aligned(source, scalar.value(), scalar.range());
  }

  @Override
  public DataNode alias(String anchor, SourceRange range) {
    throw fault(
        "YAML alias",
        "Anchors and aliases are not supported; write out the value of \"*%s\".".formatted(anchor),
        range);
  }

  @Override
  public Sequence<DataNode> sequence(Start start) {
    List<DataNode> elements = new ArrayList<>();
    return new Sequence<>() {
      @Override
      public void add(DataNode element) {
        elements.add(element);
      }

      @Override
      public DataNode end(SourceRange whole) {
        return new DataNode.ArrayNode(elements, whole);
      }
    };
  }

  @Override
  public Mapping<DataNode> mapping(Start start) {
    return new Properties();
  }

  private final class Properties implements Mapping<DataNode> {
    private final List<Property> properties = new ArrayList<>();
    private final Map<String, TextNode> seen = new HashMap<>();

    /** Null while the value is that of a key that was there before. */
    private @Nullable TextNode name;

    @Override
    public void key(YamlScalar key) {
      TextNode text = text(key);
      TextNode first = seen.putIfAbsent(text.value(), text);
      if (first != null) {
        diagnostics.error(
            "Duplicate key",
            "The key \"%s\" was already given at %s.".formatted(text.value(), first.range()),
            text.range());
      }
      name = first == null ? text : null;
    }

    @Override
    public void value(DataNode value) {
      if (name != null) {
        properties.add(new Property(name, value));
      }
    }

    @Override
    public DataNode end(SourceRange whole) {
      return new DataNode.ObjectNode(properties, whole);
    }
  }

  @Override
  public RuntimeException invalidKey(SourceRange at) {
    return fault("Invalid key", "A key must be a string.", at);
  }

  @Override
  public RuntimeException secondDocument(SourceRange at) {
    return fault("Several YAML documents", "A configuration file must be a single document.", at);
  }

  private SyntaxFault fault(String summary, String detail, SourceRange range) {
    diagnostics.error(summary, detail, range);
    return new SyntaxFault();
  }
}
