package io.sluice.bridge.process;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The environment of a plugin: that of the run or worker, for users have their credentials there,
 * without what is Sluice's own and what would change how a plugin talks.
 */
public final class PluginEnvironment {
  private static final List<String> WITHHELD_PREFIXES =
      List.of("SLUICE_", "MICRONAUT_", "PLUGIN_", "TF_LOG", "TF_PLUGIN_");
  private static final Set<String> WITHHELD =
      Set.of("TF_REATTACH_PROVIDERS", "TF_DISABLE_PLUGIN_TLS");

  private PluginEnvironment() {}

  /** What of {@code own} a plugin may see; {@code secret} names more that it may not. */
  public static Map<String, String> of(Map<String, String> own, Set<String> secret) {
    Map<String, String> passed = new TreeMap<>();
    own.forEach(
        (name, value) -> {
          if (!isWithheld(name) && !secret.contains(name)) {
            passed.put(name, value);
          }
        });
    return passed;
  }

  private static boolean isWithheld(String name) {
    return WITHHELD.contains(name) || WITHHELD_PREFIXES.stream().anyMatch(name::startsWith);
  }
}
