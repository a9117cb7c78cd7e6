/**
 * Installs the modules that a configuration calls into {@code .terraform/modules} and keeps their
 * manifest.
 */
@NullMarked
package io.sluice.install.module;

import org.jspecify.annotations.NullMarked;
