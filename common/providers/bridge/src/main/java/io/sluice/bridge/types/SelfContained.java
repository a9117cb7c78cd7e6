package io.sluice.bridge.types;

import java.util.Set;

/**
 * Providers whose objects are nowhere but in state: making one again leaves nothing behind. For all
 * others the protocol has no way to tell whether a creation that was lost has happened.
 */
final class SelfContained {
  private static final Set<String> HOSTS = Set.of("registry.terraform.io", "registry.opentofu.org");
  private static final Set<String> PROVIDERS =
      Set.of("hashicorp/null", "hashicorp/random", "hashicorp/time", "hashicorp/tls");

  private SelfContained() {}

  static boolean is(String source) {
    int slash = source.indexOf('/');
    return slash > 0
        && HOSTS.contains(source.substring(0, slash))
        && PROVIDERS.contains(source.substring(slash + 1));
  }
}
