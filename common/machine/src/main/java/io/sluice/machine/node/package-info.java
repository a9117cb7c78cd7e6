/**
 * The states of a node, the events that move it from one to the next, and the record that each is
 * stored as. An event that a state can't take is a bug of whoever decided it.
 */
@NullMarked
package io.sluice.machine.node;

import org.jspecify.annotations.NullMarked;
