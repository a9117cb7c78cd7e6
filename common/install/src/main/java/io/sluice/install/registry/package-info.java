/**
 * The protocols of registries: service discovery, providers and modules, and the proof that a
 * package is what its author signed.
 */
@NullMarked
package io.sluice.install.registry;

import org.jspecify.annotations.NullMarked;
