package io.sluice.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which value of which object: a name and the steps from it, {@code web.tags["a"][0]}. It is
 * extended, never changed. Its text is the HCL expression that leads to the value; two spellings of
 * one lineage print the same text, so the text can be the key of a map.
 */
public record Lineage(String root, List<Segment> segments) {
  /** One step from a value to a part of it. */
  public sealed interface Segment {
    /** As it is written after what comes before it. */
    String text();

    /** The part of the value that it leads to; null if there is none. */
    @Nullable JsonNode in(JsonNode value);
  }

  /** {@code .name} */
  public record Member(String name) implements Segment {
    @Override
    public String text() {
      return "." + name;
    }

    @Override
    public @Nullable JsonNode in(JsonNode value) {
      return value.isObject() ? value.get(name) : null;
    }
  }

  /** {@code [0]} */
  public record Index(int position) implements Segment {
    @Override
    public String text() {
      return "[" + position + "]";
    }

    @Override
    public @Nullable JsonNode in(JsonNode value) {
      return value.isArray() ? value.get(position) : null;
    }
  }

  /** {@code ["key"]} */
  public record Key(String key) implements Segment {
    @Override
    public String text() {
      return "[" + quoted(key) + "]";
    }

    @Override
    public @Nullable JsonNode in(JsonNode value) {
      return value.isObject() ? value.get(key) : null;
    }
  }

  /** What came of reading: that a text is no lineage is an expected outcome. */
  public sealed interface Reading {}

  public record Read(Lineage lineage) implements Reading {}

  public record Malformed(String problem) implements Reading {}

  public Lineage {
    Objects.requireNonNull(root);
    segments = List.copyOf(segments);
  }

  public static Lineage root(String name) {
    return new Lineage(name, List.of());
  }

  /** Reads a text that is a lineage from its beginning to its end; a bare root is one. */
  public static Reading read(String text) {
    return new LineageReader(text).whole();
  }

  /** Reads what a program has written. */
  public static Lineage parse(String text) {
    return switch (read(text)) {
      case Read(Lineage lineage) -> lineage;
      case Malformed(String problem) ->
          throw new IllegalArgumentException("'" + text + "' is not a reference: " + problem);
    };
  }

  /** The segments of a path below an object: {@code id}, {@code a.b[0]}, {@code ["k"].c}. */
  public static List<Segment> below(String path) {
    if (path.isEmpty()) {
      return List.of();
    }
    if (path.indexOf('.') < 0 && path.indexOf('[') < 0) {
      return List.of(new Member(path));
    }
    return parse((path.startsWith("[") ? "x" : "x.") + path).segments();
  }

  public Lineage member(String name) {
    return extended(new Member(name));
  }

  public Lineage index(int position) {
    return extended(new Index(position));
  }

  public Lineage key(String key) {
    return extended(new Key(key));
  }

  public Lineage extended(Segment segment) {
    List<Segment> longer = new ArrayList<>(segments);
    longer.add(segment);
    return new Lineage(root, longer);
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

  /** The names in it, without indexes and keys. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    names.add(root);
    for (Segment segment : segments) {
      if (segment instanceof Member(String name)) {
        names.add(name);
      }
    }
    return names;
  }

  /** Whether it asks for an id: {@code web.id}. */
  public boolean asksForId() {
    return !segments.isEmpty()
        && segments.getLast() instanceof Member(String name)
        && name.equals("id");
  }

  /** A key with the escapes of HCL, in its quotes. */
  public static String quoted(String key) {
    StringBuilder out = new StringBuilder(key.length() + 2).append('"');
    for (int i = 0; i < key.length(); i++) {
      char c = key.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        case '$', '%' -> {
          out.append(c);
          if (i + 1 < key.length() && key.charAt(i + 1) == '{') {
            out.append(c);
          }
        }
        default -> {
          if (c < ' ' || c == '\u007f') {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    return out.append('"').toString();
  }

  @Override
  public String toString() {
    return text();
  }
}
