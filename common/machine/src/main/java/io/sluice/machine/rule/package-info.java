/**
 * Decisions that several inputs have in common: the outcome of a node, the records of an object,
 * requests to the planner, the end of a run. Reads a view, returns facts.
 */
@NullMarked
package io.sluice.machine.rule;

import org.jspecify.annotations.NullMarked;
