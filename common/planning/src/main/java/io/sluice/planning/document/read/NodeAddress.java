package io.sluice.planning.document.read;

import io.sluice.language.substitution.ReferencePath;
import io.sluice.language.substitution.ReferencePath.Field;
import io.sluice.language.substitution.ReferencePath.Segment;
import io.sluice.planning.document.DocumentLimits;
import java.util.List;

/** Names that are addresses: how compiled configurations call their nodes. */
final class NodeAddress {
  private NodeAddress() {}

  /** Whether the text is an address ({@code module.a["k"].type.name[0]}) of this type. */
  static boolean belongsTo(String text, String type) {
    ReferencePath path;
    try {
      path = ReferencePath.parse(text);
    } catch (IllegalArgumentException e) {
      return false;
    }
    if (!path.text().equals(text) || text.length() > 4 * DocumentLimits.NAME_LENGTH) {
      return false;
    }
    List<Segment> segments = path.segments();
    int last = segments.size() - 1;
    if (last >= 0 && !(segments.get(last) instanceof Field)) {
      last--;
    }
    if (last < 0 || !(segments.get(last) instanceof Field)) {
      return false;
    }
    String typeName =
        last == 0 ? path.root() : segments.get(last - 1) instanceof Field field ? field.name() : "";
    return typeName.equals(type);
  }
}
