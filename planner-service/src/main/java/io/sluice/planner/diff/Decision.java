package io.sluice.planner.diff;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.record.StateRecord;
import io.sluice.planner.document.Resource;
import io.sluice.provider.ProviderRegistry;
import org.jspecify.annotations.Nullable;

/**
 * A resource of the document, and what is to be done about it.
 *
 * @param config what is sent: with what {@code ignore_changes} keeps from before
 * @param record what state holds of it
 */
public record Decision(
    Resource resource,
    Change change,
    JsonNode config,
    @Nullable StateRecord record,
    ProviderRegistry.Found type) {
  public boolean isReplaced() {
    return change instanceof Change.Replace;
  }

  public boolean isNothing() {
    return change instanceof Change.Nothing;
  }
}
