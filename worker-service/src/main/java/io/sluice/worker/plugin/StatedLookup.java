package io.sluice.worker.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.bridge.types.ConfigValues;
import io.sluice.model.Lineage;
import io.sluice.model.plan.DataLookup;
import java.util.Map;

/** Resolves what the block of a new object says about finding it. */
public record StatedLookup(SchemaCatalog catalog, Resolving resolving) {
  /** Puts values in place of references. */
  @FunctionalInterface
  public interface Resolving {
    /**
     * @param more what is known by now beside what the task brings, by what refers to it
     */
    JsonNode of(JsonNode written, Map<String, JsonNode> more) throws Unresolved;
  }

  /** There is no value; the message says why. */
  public static final class Unresolved extends Exception {
    private static final long serialVersionUID = 1L;

    public Unresolved(String message) {
      super(message, null, false, false);
    }
  }

  /**
   * @param written of its {@code recover} block, unsubstituted
   */
  public Stated of(JsonNode written) throws DecodeFailed {
    DataLookup lookup = DataLookup.read(written);
    return lookup == null ? byId(written) : byData(lookup);
  }

  private Stated byId(JsonNode written) throws DecodeFailed {
    String id = resolved(written, "import_id").asText();
    if (id.isBlank()) {
      throw new DecodeFailed("import_id of its recover block is empty");
    }
    return new Stated.ById(id);
  }

  private JsonNode resolved(JsonNode written, String what) throws DecodeFailed {
    try {
      return resolving.of(written, Map.of());
    } catch (Unresolved e) {
      throw new DecodeFailed(what + " of its recover block can't be resolved: " + e.getMessage());
    }
  }

  private Stated byData(DataLookup lookup) throws DecodeFailed {
    Block block =
        catalog
            .data(lookup.type())
            .orElseThrow(() -> new DecodeFailed("its provider has no data source " + lookup.type()))
            .block();
    return new Stated.ByData(
        lookup.type(),
        lookup.name(),
        ConfigValues.of(block, resolved(lookup.config(), lookup.name())),
        lookup.absent(),
        attributes -> picked(lookup, attributes));
  }

  private Stated.Picked picked(DataLookup lookup, JsonNode attributes) {
    try {
      JsonNode id =
          resolving.of(lookup.find(), Map.of(Lineage.parse(lookup.name()).text(), attributes));
      return id.isNull() || id.asText().isBlank()
          ? new Stated.Picked.Nothing()
          : new Stated.Picked.Id(id.asText());
    } catch (Unresolved e) {
      return new Stated.Picked.Unclear(
          "the result of %s does not name a single object: %s"
              .formatted(lookup.name(), e.getMessage()));
    }
  }
}
