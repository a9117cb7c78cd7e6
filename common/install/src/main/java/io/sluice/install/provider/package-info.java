/**
 * Installs the providers that a configuration needs into {@code .terraform/providers} and says what
 * the lock file must hold afterwards.
 */
@NullMarked
package io.sluice.install.provider;

import org.jspecify.annotations.NullMarked;
