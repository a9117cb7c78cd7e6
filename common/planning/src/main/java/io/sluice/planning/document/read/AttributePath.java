package io.sluice.planning.document.read;

import io.sluice.model.Lineage;
import io.sluice.model.Lineage.Segment;
import io.sluice.model.json.JsonPointers;
import java.util.List;
import java.util.Optional;

/** Paths below a resource, as people write them and as JSON pointers. */
final class AttributePath {
  private AttributePath() {}

  static Optional<String> pointer(String text) {
    return Lineage.read(text) instanceof Lineage.Read(Lineage path)
        ? Optional.of(JsonPointers.child("", path.root()) + pointer(path.segments()))
        : Optional.empty();
  }

  static String pointer(List<Segment> segments) {
    StringBuilder pointer = new StringBuilder();
    for (Segment segment : segments) {
      String step =
          switch (segment) {
            case Lineage.Member field -> field.name();
            case Lineage.Index index -> Integer.toString(index.position());
            case Lineage.Key key -> key.key();
          };
      pointer.append('/').append(JsonPointers.step(step));
    }
    return pointer.toString();
  }
}
