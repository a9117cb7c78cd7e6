package io.sluice.planning.document.text;

import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.source.SourceRange;
import io.sluice.planning.document.DocumentLimits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 * Reads YAML 1.2 and keeps the place of every value. It works on the parser's events, so that
 * aliases are shared instead of copied (and counted: a few lines can stand for billions of values)
 * and no tag ever makes an object.
 */
final class YamlText {
  private static final LoadSettings SETTINGS =
      LoadSettings.builder().setUseMarks(true).setCodePointLimit(DocumentLimits.BYTES).build();

  /** Ends the reading; the fault has been added. */
  private static final class Stop extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Stop() {
      super(null, null, false, false);
    }
  }

  private final SourceFile file;
  private final Diagnostics faults;
  private final ParserImpl events;
  private final CodePoints codePoints;
  private final Map<Anchor, Located> anchors = new HashMap<>();
  private int values;

  private YamlText(SourceFile file, Diagnostics faults, String text) {
    this.file = file;
    this.faults = faults;
    this.events = new ParserImpl(SETTINGS, new StreamReader(SETTINGS, text));
    this.codePoints = new CodePoints(file.bytes());
  }

  /** The document, or nothing when a fault of the syntax was added to {@code faults}. */
  static Optional<Located> read(SourceFile file, Diagnostics faults) {
    String text = new String(file.bytes(), StandardCharsets.UTF_8);
    CodePoints codePoints = new CodePoints(file.bytes());
    try {
      return new YamlText(file, faults, text).document();
    } catch (MarkedYamlEngineException e) {
      faults.add(syntaxFault(e, file, codePoints));
    } catch (ReaderException e) {
      int at = codePoints.offset(e.getPosition());
      faults.error(
          "Invalid YAML",
          "The character U+%04X is not allowed in YAML.".formatted(e.getCodePoint()),
          file.range(at, Math.min(file.length(), at + 1)));
    } catch (YamlEngineException e) {
      faults.error("Invalid YAML", String.valueOf(e.getMessage()), null);
    } catch (Stop stop) {
      // its fault has been added
    }
    return Optional.empty();
  }

  private Optional<Located> document() {
    next(); // the stream's start
    if (events.checkEvent(Event.ID.StreamEnd)) {
      faults.error("Empty document", "There is nothing in it but blanks and comments.", null);
      return Optional.empty();
    }
    next(); // the document's start
    Located whole = value(1);
    next(); // the document's end
    if (!events.checkEvent(Event.ID.StreamEnd)) {
      faults.add(
          Diagnostic.error(
                  "More than one document",
                  "A second YAML document begins here; a submission is one plan.",
                  range(events.peekEvent()))
              .withHint("Submit each of them in a file of its own."));
      return Optional.empty();
    }
    return Optional.of(whole);
  }

  private Located value(int depth) {
    Event event = next();
    if (depth > DocumentLimits.DEPTH) {
      return stop(
          "Document exceeds a limit",
          "Values are nested deeper than " + DocumentLimits.DEPTH + " levels.",
          range(event));
    }
    return switch (event) {
      case AliasEvent alias -> alias(alias);
      case ScalarEvent scalar -> anchored(scalar.getAnchor(), scalar(scalar));
      case SequenceStartEvent start -> anchored(start.getAnchor(), sequence(start, depth));
      case MappingStartEvent start -> anchored(start.getAnchor(), mapping(start, depth));
      default -> throw new IllegalStateException("no value begins with " + event);
    };
  }

  private Located alias(AliasEvent alias) {
    Located meant = anchors.get(alias.getAlias());
    if (meant == null) {
      return stop(
          "Undefined alias",
          "No anchor \"&"
              + alias.getAlias()
              + "\" stands before this alias, or the alias stands"
              + " inside of it.",
          range(alias));
    }
    count(meant.size(), alias);
    return meant;
  }

  private Located anchored(Optional<Anchor> anchor, Located value) {
    anchor.ifPresent(name -> anchors.put(name, value));
    return value;
  }

  private Located scalar(ScalarEvent event) {
    count(1, event);
    SourceRange range = range(event);
    return new Located.Scalar(YamlScalar.resolve(event, range, faults), range);
  }

  private Located sequence(SequenceStartEvent start, int depth) {
    checkTag(start.getTag(), start);
    count(1, start);
    List<Located> elements = new ArrayList<>();
    while (!events.checkEvent(Event.ID.SequenceEnd)) {
      elements.add(value(depth + 1));
    }
    SourceRange range = range(start, next());
    return Located.sequence(elements, range, firstCharacter(range));
  }

  private Located mapping(MappingStartEvent start, int depth) {
    checkTag(start.getTag(), start);
    count(1, start);
    List<Located.Entry> entries = new ArrayList<>();
    Map<String, SourceRange> seen = new HashMap<>();
    while (!events.checkEvent(Event.ID.MappingEnd)) {
      Event key = events.peekEvent();
      if (!(key instanceof ScalarEvent named)) {
        return stop(
            "Invalid key", "A key is a string, not a list, an object or an alias.", range(key));
      }
      next();
      SourceRange keyRange = range(named);
      Located value = value(depth + 1);
      SourceRange first = seen.putIfAbsent(named.getValue(), keyRange);
      if (first == null) {
        entries.add(new Located.Entry(named.getValue(), keyRange, value));
      } else {
        DuplicateKeys.add(named.getValue(), keyRange, first, faults);
      }
    }
    SourceRange range = range(start, next());
    SourceRange head =
        start.isFlow() || entries.isEmpty() ? firstCharacter(range) : entries.getFirst().keyRange();
    return Located.mapping(entries, range, head);
  }

  private void checkTag(Optional<String> tag, Event event) {
    if (tag.isPresent() && !YamlScalar.isCollectionTag(tag.get())) {
      YamlScalar.addUnknownTag(tag.get(), range(event), faults);
    }
  }

  private void count(int more, Event event) {
    values = (int) Math.min(Integer.MAX_VALUE, (long) values + more);
    if (values > DocumentLimits.VALUES) {
      stop(
          "Document exceeds a limit",
          "With its aliases written out it holds more than " + DocumentLimits.VALUES + " values.",
          range(event));
    }
  }

  private Event next() {
    return events.next();
  }

  private Located stop(String summary, String detail, SourceRange range) {
    faults.error(summary, detail, range);
    throw new Stop();
  }

  private SourceRange range(Event event) {
    return range(event, event);
  }

  private SourceRange range(Event first, Event last) {
    int start = first.getStartMark().map(codePoints::offset).orElse(0);
    int end = last.getEndMark().map(codePoints::offset).orElse(start);
    byte[] bytes = file.bytes();
    while (end > start
        && (bytes[end - 1] == ' ' || bytes[end - 1] == '\n' || bytes[end - 1] == '\r')) {
      end--;
    }
    return file.range(start, Math.max(start, end));
  }

  private SourceRange firstCharacter(SourceRange range) {
    return file.range(range.start(), Math.min(range.end(), range.start() + 1));
  }

  private static Diagnostic syntaxFault(
      MarkedYamlEngineException e, SourceFile file, CodePoints codePoints) {
    Optional<Mark> mark = e.getProblemMark().or(e::getContextMark);
    int at = mark.map(codePoints::offset).orElse(0);
    String context = e.getContext() == null ? "" : " (" + e.getContext() + ")";
    Diagnostic fault =
        Diagnostic.error(
            "Invalid YAML",
            "The parser " + e.getProblem() + context + ".",
            file.range(at, Math.min(file.length(), at + 1)));
    return String.valueOf(e.getProblem()).contains("'\\t(TAB)'")
        ? fault.withHint("Indent with blanks.")
        : fault;
  }
}
