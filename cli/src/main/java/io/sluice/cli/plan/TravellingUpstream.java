package io.sluice.cli.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import io.sluice.planning.configuration.values.Upstream;
import io.sluice.seal.Sealer;
import java.util.List;
import java.util.function.Supplier;

/** What is planned of other workspaces, on its way to the planner: it may hold their secrets. */
final class TravellingUpstream {
  private TravellingUpstream() {}

  /** The document with it, sealed as a whole. */
  static ObjectNode added(
      ObjectNode document, Upstream upstream, String workspace, Supplier<Sealer> sealer) {
    if (!upstream.workspaces().isEmpty()) {
      ObjectNode holder = Json.object();
      holder.set(Upstream.FIELD, upstream.toJson());
      document.set(
          Upstream.FIELD,
          sealer
              .get()
              .sealPaths(workspace, "/configuration", holder, List.of("/" + Upstream.FIELD))
              .get(Upstream.FIELD));
    }
    return document;
  }
}
