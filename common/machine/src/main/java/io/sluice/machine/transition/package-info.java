/**
 * What goes into a decision and what comes out of it: inputs with all that may be known of the
 * world, changes and commands.
 */
@NullMarked
package io.sluice.machine.transition;

import org.jspecify.annotations.NullMarked;
