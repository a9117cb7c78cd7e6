package io.sluice.language.syntax.yaml;

import io.sluice.language.source.SourceFile;
import io.sluice.language.source.SourceRange;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Walks over the one document of a text by the parser's events, so that every value keeps its
 * place, aliases are never copied, and no tag ever makes an object.
 */
public final class YamlWalk<T> {
  private final SourceFile source;
  private final CodePoints offsets;
  private final ParserImpl events;
  private final YamlShape<T> shape;
  private int depth;

  private YamlWalk(SourceFile source, CodePoints offsets, String text, YamlShape<T> shape) {
    this.source = source;
    this.offsets = offsets;
    LoadSettings settings = YamlSettings.of(text, Integer.MAX_VALUE);
    this.events = new ParserImpl(settings, new StreamReader(settings, text));
    this.shape = shape;
  }

  public static <T> YamlOutcome<T> read(SourceFile source, YamlShape<T> shape) {
    int start = source.byteOrderMark();
    String text =
        new String(source.bytes(), start, source.length() - start, StandardCharsets.UTF_8);
    CodePoints offsets = new CodePoints(source.bytes(), start);
    try {
      return new YamlWalk<>(source, offsets, text, shape).document();
    } catch (MarkedYamlEngineException e) {
      return new YamlOutcome.Invalid<>(
          e.getProblem(),
          e.getContext(),
          at(e.getProblemMark(), offsets),
          at(e.getContextMark(), offsets));
    } catch (ReaderException e) {
      return new YamlOutcome.InvalidCharacter<>(
          e.getCodePoint(), offsets.offset(e.getPosition()), e.getMessage());
    } catch (YamlEngineException e) {
      return new YamlOutcome.Refused<>(e.getMessage());
    }
  }

  private static @Nullable Integer at(Optional<Mark> mark, CodePoints offsets) {
    return mark.isPresent() ? (Integer) offsets.offset(mark.get().getIndex()) : null;
  }

  private YamlOutcome<T> document() {
    events.next(); // the stream's start
    if (events.checkEvent(Event.ID.StreamEnd)) {
      return new YamlOutcome.Empty<>();
    }
    events.next(); // the document's start
    T whole = value();
    events.next(); // the document's end
    if (!events.checkEvent(Event.ID.StreamEnd)) {
      throw shape.secondDocument(range(events.peekEvent()));
    }
    return new YamlOutcome.Read<>(whole);
  }

  private T value() {
    Event event = events.next();
    shape.level(++depth, range(event));
    T value =
        switch (event) {
          case AliasEvent alias -> shape.alias(alias.getAlias().getValue(), range(alias));
          case ScalarEvent scalar -> shape.scalar(scalar(scalar));
          case SequenceStartEvent start -> sequence(start);
          case MappingStartEvent start -> mapping(start);
          default -> throw new IllegalStateException("no value begins with " + event);
        };
    depth--;
    return value;
  }

  private T sequence(SequenceStartEvent start) {
    YamlShape.Sequence<T> elements =
        shape.sequence(
            new YamlShape.Start(
                start.getTag().orElse(""), name(start.getAnchor()), start.isFlow(), range(start)));
    while (!events.checkEvent(Event.ID.SequenceEnd)) {
      elements.add(value());
    }
    return elements.end(range(start, events.next()));
  }

  private T mapping(MappingStartEvent start) {
    YamlShape.Mapping<T> entries =
        shape.mapping(
            new YamlShape.Start(
                start.getTag().orElse(""), name(start.getAnchor()), start.isFlow(), range(start)));
    while (!events.checkEvent(Event.ID.MappingEnd)) {
      Event key = events.peekEvent();
      if (!(key instanceof ScalarEvent named)) {
        throw shape.invalidKey(range(key));
      }
      events.next();
      entries.key(scalar(named));
      entries.value(value());
    }
    return entries.end(range(start, events.next()));
  }

  private YamlScalar scalar(ScalarEvent event) {
    return new YamlScalar(
        event.getValue(),
        event.getTag().orElse(""),
        event.isPlain(),
        name(event.getAnchor()),
        range(event));
  }

  private static @Nullable String name(Optional<Anchor> anchor) {
    return anchor.isPresent() ? anchor.get().getValue() : null;
  }

  private SourceRange range(Event event) {
    return range(event, event);
  }

  private SourceRange range(Event first, Event last) {
    int start = first.getStartMark().map(mark -> offsets.offset(mark.getIndex())).orElse(0);
    int end = last.getEndMark().map(mark -> offsets.offset(mark.getIndex())).orElse(start);
    return source.range(start, Math.max(start, end));
  }
}
