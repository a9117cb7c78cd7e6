package io.sluice.planning.document.read;

import io.sluice.language.substitution.ReferencePath;
import io.sluice.language.substitution.ReferencePath.Segment;
import java.util.List;
import java.util.Optional;

/** Paths below a resource, as people write them and as JSON pointers. */
final class AttributePath {
  private AttributePath() {}

  static Optional<String> pointer(String text) {
    try {
      ReferencePath path = ReferencePath.parse(text);
      return Optional.of("/" + escaped(path.root()) + pointer(path.segments()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  static String pointer(List<Segment> segments) {
    StringBuilder pointer = new StringBuilder();
    for (Segment segment : segments) {
      String step =
          switch (segment) {
            case ReferencePath.Field field -> field.name();
            case ReferencePath.Index index -> Integer.toString(index.position());
            case ReferencePath.Key key -> key.key();
          };
      pointer.append('/').append(escaped(step));
    }
    return pointer.toString();
  }

  private static String escaped(String step) {
    return step.replace("~", "~0").replace("/", "~1");
  }
}
