/**
 * From declarations to instances: {@code count} and {@code for_each}, references to siblings, and
 * what a placeholder becomes during a run. Must not compare with state.
 */
@NullMarked
package io.sluice.planning.document.expand;

import org.jspecify.annotations.NullMarked;
