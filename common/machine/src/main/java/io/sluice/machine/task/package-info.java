/**
 * From a planned node to the task that a worker gets: tokens, looked-up values, and the nodes that
 * leave together with their plan.
 *
 * <p>Shared by the planner and the machine, so that a node leaves in the same way from both. Reads
 * records through {@link io.sluice.machine.task.Lookup}, never opens a sealed value, decides
 * nothing about runs.
 */
@NullMarked
package io.sluice.machine.task;

import org.jspecify.annotations.NullMarked;
