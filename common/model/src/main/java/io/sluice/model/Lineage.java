package io.sluice.model;

import java.util.ArrayList;
import java.util.List;

/**
 * The immutable path of a value from its root: {@code module.net.subnets["a"].id}. It is extended,
 * never changed; {@link #toString} is the HCL expression that leads there again.
 */
public record Lineage(List<Segment> segments) {
  /** One step of a path. */
  public sealed interface Segment {}

  /** The root: {@code aws_vpc.main}, {@code var}, {@code data.x.y}, {@code module.net}. */
  public record Identifier(String name) implements Segment {}

  public record Member(String name) implements Segment {}

  public record Index(int index) implements Segment {}

  public record Key(String key) implements Segment {}

  public Lineage {
    segments = List.copyOf(segments);
    if (segments.isEmpty() || !(segments.getFirst() instanceof Identifier)) {
      throw new IllegalArgumentException("a lineage begins with an identifier");
    }
  }

  public static Lineage root(String identifier) {
    return new Lineage(List.of(new Identifier(identifier)));
  }

  public Lineage member(String name) {
    return extended(new Member(name));
  }

  public Lineage index(int index) {
    return extended(new Index(index));
  }

  public Lineage key(String key) {
    return extended(new Key(key));
  }

  public Lineage extended(Segment segment) {
    List<Segment> longer = new ArrayList<>(segments);
    longer.add(segment);
    return new Lineage(longer);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Segment segment : segments) {
      write(segment, text);
    }
    return text.toString();
  }

  private static void write(Segment segment, StringBuilder text) {
    switch (segment) {
      case Identifier identifier -> text.append(identifier.name());
      case Member member -> text.append('.').append(member.name());
      case Index index -> text.append('[').append(index.index()).append(']');
      case Key key -> text.append('[').append(quoted(key.key())).append(']');
    }
  }

  private static String quoted(String key) {
    StringBuilder out = new StringBuilder("\"");
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
        default -> out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
