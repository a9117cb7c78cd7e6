/**
 * Evaluates expressions as people type them, line by line. Must not change state or read providers.
 */
@NullMarked
package io.sluice.language.console;

import org.jspecify.annotations.NullMarked;
