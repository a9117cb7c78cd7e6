/**
 * The states of a node, the events that move it from one to the next, and the record that each is
 * stored as. An event that a state cannot take is a bug in the decision. Must not know other nodes,
 * or the run.
 */
@NullMarked
package io.sluice.machine.node;

import org.jspecify.annotations.NullMarked;
