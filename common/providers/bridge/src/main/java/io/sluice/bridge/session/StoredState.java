package io.sluice.bridge.session;

import java.util.Map;

/**
 * An object as some version of the provider wrote it into state.
 *
 * @param version of the schema that it was written under
 * @param flatmap state of Terraform 0.11, in place of the JSON
 */
public record StoredState(long version, byte[] json, Map<String, String> flatmap) {
  public StoredState {
    flatmap = Map.copyOf(flatmap);
  }

  public static StoredState of(long version, byte[] json) {
    return new StoredState(version, json, Map.of());
  }
}
