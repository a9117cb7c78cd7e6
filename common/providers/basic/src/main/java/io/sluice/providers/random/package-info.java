/**
 * {@code random_*}: values made once and kept in state. Named and shaped as Terraform's. Must not
 * keep anything outside of state.
 */
@NullMarked
package io.sluice.providers.random;

import org.jspecify.annotations.NullMarked;
