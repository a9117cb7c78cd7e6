package io.sluice.language.syntax.data;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.data.DataNode.Property;
import io.sluice.language.syntax.data.DataNode.TextNode;
import io.sluice.language.syntax.lex.Cursor;
import io.sluice.language.syntax.lex.SyntaxFault;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads YAML 1.2 from its events, so that every value keeps its place. One document; a key twice is
 * a fault; anchors and aliases are refused, since a few lines of them can mean gigabytes.
 */
final class YamlReader {
  private final SourceFile source;
  private final Diagnostics diagnostics;
  private final Iterator<Event> events;
  private final YamlOffsets offsets;
  private int depth;

  private YamlReader(SourceFile source, String text, Diagnostics diagnostics) {
    this.source = source;
    this.diagnostics = diagnostics;
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(source.name())
            .setCodePointLimit(Integer.MAX_VALUE)
            .setAllowDuplicateKeys(true)
            .build();
    this.events = new Parse(settings).parseString(text).iterator();
    this.offsets = new YamlOffsets(source, text);
  }

  /** The value, or null when the text has a fault. */
  static @Nullable DataNode read(SourceFile source, Diagnostics diagnostics) {
    int start = source.byteOrderMark();
    String text =
        new String(source.bytes(), start, source.length() - start, StandardCharsets.UTF_8);
    YamlReader reader = new YamlReader(source, text, diagnostics);
    try {
      return reader.document();
    } catch (SyntaxFault fault) {
      return null;
    } catch (MarkedYamlEngineException e) {
      SourceRange at = reader.at(e.getProblemMark());
      diagnostics.error("Invalid YAML", sentence(e.getProblem()), at);
      return null;
    } catch (YamlEngineException e) {
      diagnostics.error("Invalid YAML", sentence(e.getMessage()), source.range(start, start));
      return null;
    }
  }

  private static String sentence(@Nullable String problem) {
    String text = problem == null ? "the text is not YAML" : problem.strip();
    return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
  }

  private DataNode document() {
    DataNode root = new DataNode.NullNode(source.range(0, 0));
    boolean seen = false;
    while (events.hasNext()) {
      Event event = events.next();
      switch (event.getEventId()) {
        case DocumentStart -> {
          if (seen) {
            throw fault("Several YAML documents", "A configuration is one document.", range(event));
          }
          seen = true;
          root = value(events.next());
        }
        case StreamStart, StreamEnd, DocumentEnd, Comment -> {}
        case Alias, Scalar, SequenceStart, SequenceEnd, MappingStart, MappingEnd ->
            throw new IllegalStateException("a node outside of a document: " + event);
      }
    }
    return root;
  }

  private DataNode value(Event event) {
    if (++depth > Cursor.MAX_DEPTH) {
      throw fault(
          "Nesting too deep",
          "Values may be nested at most %d levels deep.".formatted(Cursor.MAX_DEPTH),
          range(event));
    }
    DataNode value =
        switch (event.getEventId()) {
          case Scalar -> new YamlScalars(diagnostics).read((ScalarEvent) event, text(event));
          case SequenceStart -> sequence(event);
          case MappingStart -> mapping(event);
          case Alias ->
              throw fault(
                  "YAML alias",
                  "Anchors and aliases are not supported; \"*%s\" has to be written out."
                      .formatted(((AliasEvent) event).getAlias()),
                  range(event));
          default -> throw new IllegalStateException("not a node: " + event);
        };
    depth--;
    return value;
  }

  private DataNode sequence(Event start) {
    List<DataNode> elements = new ArrayList<>();
    Event event = events.next();
    while (event.getEventId() != Event.ID.SequenceEnd) {
      elements.add(value(event));
      event = events.next();
    }
    return new DataNode.ArrayNode(elements, range(start).to(range(event)));
  }

  private DataNode mapping(Event start) {
    List<Property> properties = new ArrayList<>();
    Map<String, TextNode> seen = new HashMap<>();
    Event event = events.next();
    while (event.getEventId() != Event.ID.MappingEnd) {
      TextNode name = name(event);
      TextNode first = seen.putIfAbsent(name.value(), name);
      if (first != null) {
        diagnostics.error(
            "Duplicate key",
            "The key \"%s\" was already given at %s.".formatted(name.value(), first.range()),
            name.range());
      }
      DataNode value = value(events.next());
      if (first == null) {
        properties.add(new Property(name, value));
      }
      event = events.next();
    }
    return new DataNode.ObjectNode(properties, range(start).to(range(event)));
  }

  private TextNode name(Event event) {
    if (event instanceof ScalarEvent scalar) {
      return text(scalar);
    }
    throw fault("Invalid key", "A key has to be a string.", range(event));
  }

  private TextNode text(Event event) {
    String value = ((ScalarEvent) event).getValue();
    return offsets.text(value, range(event));
  }

  private SourceRange range(Event event) {
    SourceRange start = at(event.getStartMark());
    SourceRange end = at(event.getEndMark());
    return new SourceRange(source, start.start(), Math.max(start.start(), end.start()));
  }

  private SourceRange at(Optional<Mark> mark) {
    int offset = mark.map(m -> offsets.byteOffset(m.getIndex())).orElse(0);
    return source.range(offset, offset);
  }

  private SyntaxFault fault(String summary, String detail, SourceRange range) {
    diagnostics.error(summary, detail, range);
    return new SyntaxFault();
  }
}
