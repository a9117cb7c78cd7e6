package io.sluice.provider.secret;

import java.util.Map;

/**
 * A kind of secret source, found with {@link java.util.ServiceLoader} as providers are: a public
 * class with a public constructor without parameters.
 */
public interface SecretSourceKind {
  /** As {@code SLUICE_SECRETS} calls it. */
  String name();

  /**
   * @param environment of the worker: its settings
   * @throws IllegalArgumentException that says which setting is wrong, without its value if that
   *     may be secret
   */
  SecretSource open(Map<String, String> environment);
}
