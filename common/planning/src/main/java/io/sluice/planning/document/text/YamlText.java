package io.sluice.planning.document.text;

import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.yaml.YamlOutcome;
import io.sluice.language.syntax.yaml.YamlScalar;
import io.sluice.language.syntax.yaml.YamlShape;
import io.sluice.language.syntax.yaml.YamlWalk;
import io.sluice.planning.document.DocumentLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * YAML as a plan document: aliases are shared instead of copied, and counted, since a few lines can
 * stand for billions of values.
 */
final class YamlText implements YamlShape<Located> {
  /** Ends the reading; the fault has been added. */
  private static final class Stop extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Stop() {
      super(null, null, false, false);
    }
  }

  private final SourceFile file;
  private final Diagnostics faults;
  private final Map<String, Anchor> anchors = new HashMap<>();
  private int values;

  /** Characters of texts so far, those of aliases each time. */
  private long written;

  /** What an anchor stands for, and how many characters that has. */
  private record Anchor(Located value, long written) {}

  private YamlText(SourceFile file, Diagnostics faults) {
    this.file = file;
    this.faults = faults;
  }

  /** The document, or nothing when a fault of the syntax was added to {@code faults}. */
  static Optional<Located> read(SourceFile file, Diagnostics faults) {
    try {
      switch (YamlWalk.read(file, new YamlText(file, faults))) {
        case YamlOutcome.Read<Located>(Located whole) -> {
          return Optional.of(whole);
        }
        case YamlOutcome.Empty<Located> empty ->
            faults.error("Empty document", "The document contains only blanks and comments.", null);
        case YamlOutcome.Invalid<Located> invalid -> faults.add(syntaxFault(invalid, file));
        case YamlOutcome.InvalidCharacter<Located> invalid ->
            faults.error(
                "Invalid YAML",
                "The character U+%04X is not allowed in YAML.".formatted(invalid.codePoint()),
                character(file, invalid.at()));
        case YamlOutcome.Refused<Located> refused ->
            faults.error("Invalid YAML", String.valueOf(refused.message()), null);
      }
    } catch (Stop stop) {
      // its fault has been added
    }
    return Optional.empty();
  }

  @Override
  public void level(int depth, SourceRange at) {
    if (depth > DocumentLimits.DEPTH) {
      throw stop(
          "Document exceeds a limit",
          "Values are nested deeper than " + DocumentLimits.DEPTH + " levels.",
          at);
    }
  }

  @Override
  public Located alias(String anchor, SourceRange range) {
    Anchor meant = anchors.get(anchor);
    if (meant == null) {
      throw stop(
          "Undefined alias",
          "No anchor \"&" + anchor + "\" precedes this alias, or the alias is inside that anchor.",
          range);
    }
    count(meant.value().size(), range);
    write(meant.written(), range);
    return meant.value();
  }

  /**
   * @param before how much had been written where it begins
   */
  private Located anchored(@Nullable String anchor, Located value, long before) {
    if (anchor != null) {
      anchors.put(anchor, new Anchor(value, written - before));
    }
    return value;
  }

  private void write(long more, SourceRange at) {
    written += more;
    if (written > DocumentLimits.WRITTEN_OUT) {
      throw stop(
          "Document exceeds a limit",
          "With its aliases expanded its texts have more than %,d characters."
              .formatted(DocumentLimits.WRITTEN_OUT),
          at);
    }
  }

  /** A text may be so long, be it a value or a name. */
  private void text(String text, SourceRange at) {
    if (text.length() > DocumentLimits.TEXT) {
      throw stop(
          "Document exceeds a limit",
          "A text has %,d characters; a text may have %,d."
              .formatted(text.length(), DocumentLimits.TEXT),
          at);
    }
    write(text.length(), at);
  }

  @Override
  public Located scalar(YamlScalar scalar) {
    count(1, scalar.range());
    long before = written;
    text(scalar.value(), scalar.range());
    SourceRange range = trimmed(scalar.range());
    Located resolved = new Located.Scalar(YamlScalars.resolve(scalar, range, faults), range);
    return anchored(scalar.anchor(), resolved, before);
  }

  @Override
  public Sequence<Located> sequence(Start start) {
    begin(start);
    long before = written;
    List<Located> elements = new ArrayList<>();
    return new Sequence<>() {
      @Override
      public void add(Located element) {
        elements.add(element);
      }

      @Override
      public Located end(SourceRange whole) {
        SourceRange range = trimmed(whole);
        return anchored(
            start.anchor(), Located.sequence(elements, range, firstCharacter(range)), before);
      }
    };
  }

  @Override
  public Mapping<Located> mapping(Start start) {
    begin(start);
    return new Entries(start);
  }

  private void begin(Start start) {
    if (!start.tag().isEmpty() && !YamlScalars.isCollectionTag(start.tag())) {
      YamlScalars.addUnknownTag(start.tag(), trimmed(start.range()), faults);
    }
    count(1, start.range());
  }

  private final class Entries implements Mapping<Located> {
    private final Start start;
    private final long before = written;
    private final List<Located.Entry> entries = new ArrayList<>();
    private final Map<String, SourceRange> seen = new HashMap<>();
    private String name = "";
    private SourceRange at = SourceRange.NONE;

    Entries(Start start) {
      this.start = start;
    }

    @Override
    public void key(YamlScalar key) {
      text(key.value(), key.range());
      name = key.value();
      at = trimmed(key.range());
    }

    @Override
    public void value(Located value) {
      SourceRange first = seen.putIfAbsent(name, at);
      if (first == null) {
        entries.add(new Located.Entry(name, at, value));
      } else {
        DuplicateKeys.add(name, at, first, faults);
      }
    }

    @Override
    public Located end(SourceRange whole) {
      SourceRange range = trimmed(whole);
      SourceRange head =
          start.flow() || entries.isEmpty() ? firstCharacter(range) : entries.getFirst().keyRange();
      return anchored(start.anchor(), Located.mapping(entries, range, head), before);
    }
  }

  private void count(int more, SourceRange at) {
    values = (int) Math.min(Integer.MAX_VALUE, (long) values + more);
    if (values > DocumentLimits.VALUES) {
      throw stop(
          "Document exceeds a limit",
          "With its aliases expanded it has more than " + DocumentLimits.VALUES + " values.",
          at);
    }
  }

  @Override
  public RuntimeException invalidKey(SourceRange at) {
    return stop("Invalid key", "A key must be a string, not a list, an object or an alias.", at);
  }

  @Override
  public RuntimeException secondDocument(SourceRange at) {
    faults.add(
        Diagnostic.error(
                "More than one document",
                "A second YAML document begins here, but a submission is a single plan.",
                trimmed(at))
            .withHint("Submit each of them as a file of its own."));
    return new Stop();
  }

  private Stop stop(String summary, String detail, SourceRange range) {
    faults.error(summary, detail, trimmed(range));
    return new Stop();
  }

  /** The parser counts the blanks behind a block to it. */
  private SourceRange trimmed(SourceRange range) {
    byte[] bytes = file.bytes();
    int end = range.end();
    while (end > range.start()
        && (bytes[end - 1] == ' ' || bytes[end - 1] == '\n' || bytes[end - 1] == '\r')) {
      end--;
    }
    return file.range(range.start(), end);
  }

  private SourceRange firstCharacter(SourceRange range) {
    return file.range(range.start(), Math.min(range.end(), range.start() + 1));
  }

  private static SourceRange character(SourceFile file, int at) {
    return file.range(at, Math.min(file.length(), at + 1));
  }

  private static Diagnostic syntaxFault(YamlOutcome.Invalid<Located> invalid, SourceFile file) {
    Integer at = invalid.at() == null ? invalid.contextAt() : invalid.at();
    String context = invalid.context() == null ? "" : " (" + invalid.context() + ")";
    Diagnostic fault =
        Diagnostic.error(
            "Invalid YAML",
            "This is not valid YAML: " + invalid.problem() + context + ".",
            character(file, at == null ? 0 : at));
    return String.valueOf(invalid.problem()).contains("'\\t(TAB)'")
        ? fault.withHint("Indent with spaces.")
        : fault;
  }
}
