/**
 * Turns submissions into checked and compared plans and their first ready nodes.
 *
 * <p>Never writes state and never calls a provider's create, update or delete.
 */
@NullMarked
package io.sluice.planner;

import org.jspecify.annotations.NullMarked;
