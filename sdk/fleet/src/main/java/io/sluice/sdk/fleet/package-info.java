/**
 * Stacks on their way to a fleet: what is sent is what `sluice apply --auto-approve` sends, and the
 * planner draws the plan. It knows the topics of a fleet, and neither its services nor the command
 * line.
 */
@NullMarked
package io.sluice.sdk.fleet;

import org.jspecify.annotations.NullMarked;
