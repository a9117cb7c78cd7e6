package io.sluice.bridge.ask;

import io.sluice.language.value.Value;
import java.util.List;

/**
 * A real provider in one configuration.
 *
 * @param source its address, such as {@code registry.terraform.io/hashicorp/aws}
 * @param hashes a package is the right one if it has any of these
 * @param config unmarked and of the type of the provider's own block; parts of it may be unknown
 */
public record ProviderUse(String source, String version, List<String> hashes, Value config) {
  public ProviderUse {
    hashes = List.copyOf(hashes);
  }
}
