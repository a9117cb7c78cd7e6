/**
 * The states of a node, the events that move it from one to the next, and the record that each is
 * stored as. An event that a state cannot take is a bug in the decision.
 */
@NullMarked
package io.sluice.machine.node;

import org.jspecify.annotations.NullMarked;
