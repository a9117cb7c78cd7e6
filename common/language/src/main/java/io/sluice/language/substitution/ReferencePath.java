package io.sluice.language.substitution;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The canonical form of what stands between <code>${</code> and <code>}</code> when it has a field:
 * a root name and the segments after it. Two spellings of the same reference print the same text,
 * so the text can be the key of a map.
 */
public record ReferencePath(String root, List<Segment> segments) {

  /** One step from a value to a part of it. */
  public sealed interface Segment {
    /** As it is written after what comes before it. */
    String text();
  }

  /** <code>.name</code> */
  public record Field(String name) implements Segment {
    @Override
    public String text() {
      return "." + name;
    }
  }

  /** <code>[0]</code> */
  public record Index(int position) implements Segment {
    @Override
    public String text() {
      return "[" + position + "]";
    }
  }

  /** <code>["key"]</code> */
  public record Key(String key) implements Segment {
    @Override
    public String text() {
      return "[" + QuotedKey.quote(key) + "]";
    }
  }

  public ReferencePath {
    Objects.requireNonNull(root);
    segments = List.copyOf(segments);
  }

  /**
   * Reads a reference without its <code>${ }</code>, as it stands in the <code>refs</code> of an
   * expression. A bare root is allowed here.
   */
  public static ReferencePath parse(String text) {
    ReferenceReader reader = new ReferenceReader(text, 0, text.length());
    return switch (reader.readWhole()) {
      case ReferenceReader.Read read -> read.path();
      case ReferenceReader.Bad bad ->
          throw new IllegalArgumentException("'" + text + "' is not a reference: " + bad.problem());
    };
  }

  public String text() {
    return prefix(segments.size());
  }

  /** The text of the root and the first {@code count} segments. */
  public String prefix(int count) {
    StringBuilder out = new StringBuilder(root);
    for (Segment segment : segments.subList(0, count)) {
      out.append(segment.text());
    }
    return out.toString();
  }

  /** Every prefix, the longest first: the first that is a known name is the one meant. */
  public List<String> prefixes() {
    List<String> all = new ArrayList<>(segments.size() + 1);
    for (int count = segments.size(); count >= 0; count--) {
      all.add(prefix(count));
    }
    return all;
  }

  /** The name before <code>.id</code> when the reference asks for an id and nothing else. */
  boolean asksForId() {
    return !segments.isEmpty()
        && segments.getLast() instanceof Field(String name)
        && name.equals("id");
  }

  @Override
  public String toString() {
    return text();
  }
}
