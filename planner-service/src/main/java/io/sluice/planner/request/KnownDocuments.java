package io.sluice.planner.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.planning.document.CheckedDocument;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Documents that were checked when they came in and will be planned in a moment, most likely by the
 * same planner: the check need not be made twice. Bounded in number and size; what is not known is
 * checked again.
 */
public final class KnownDocuments {
  private static final int DOCUMENTS = 64;
  private static final int RESOURCES = 25_000;

  private final Map<String, CheckedDocument> byRun = new LinkedHashMap<>();
  private int resources;

  public synchronized void put(String run, CheckedDocument document) {
    take(run);
    resources += document.resources().size();
    byRun.put(run, document);
    var eldest = byRun.values().iterator();
    while (byRun.size() > DOCUMENTS || resources > RESOURCES) {
      resources -= eldest.next().resources().size();
      eldest.remove();
    }
  }

  /** The document of a run, if it is this one. */
  public Optional<CheckedDocument> take(String run, JsonNode tree) {
    return Optional.ofNullable(take(run)).filter(document -> document.tree().equals(tree));
  }

  private synchronized @Nullable CheckedDocument take(String run) {
    CheckedDocument known = byRun.remove(run);
    if (known != null) {
      resources -= known.resources().size();
    }
    return known;
  }
}
