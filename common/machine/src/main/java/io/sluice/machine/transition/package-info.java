/**
 * What goes into a decision and what comes out of it: inputs with all that the machine may know of
 * the world, changes and commands. Data only.
 */
@NullMarked
package io.sluice.machine.transition;

import org.jspecify.annotations.NullMarked;
