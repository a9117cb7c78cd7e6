package io.sluice.planning.document.read;

import io.sluice.model.Lineage;
import io.sluice.model.Lineage.Member;
import io.sluice.model.Lineage.Segment;
import io.sluice.planning.document.DocumentLimits;
import java.util.List;

/** Names that are addresses: how compiled configurations call their nodes. */
final class NodeAddress {
  private NodeAddress() {}

  /** Whether the text is an address ({@code module.a["k"].type.name[0]}) of this type. */
  static boolean belongsTo(String text, String type) {
    if (!(Lineage.read(text) instanceof Lineage.Read(Lineage path))
        || !path.text().equals(text)
        || text.length() > 4 * DocumentLimits.NAME_LENGTH) {
      return false;
    }
    List<Segment> segments = path.segments();
    int last = segments.size() - 1;
    if (last >= 0 && !(segments.get(last) instanceof Member)) {
      last--;
    }
    if (last < 0 || !(segments.get(last) instanceof Member)) {
      return false;
    }
    String typeName =
        last == 0
            ? path.root()
            : segments.get(last - 1) instanceof Member field ? field.name() : "";
    return typeName.equals(type);
  }
}
