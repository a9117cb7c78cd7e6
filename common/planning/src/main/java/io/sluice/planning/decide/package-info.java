/**
 * What is to be done about each resource: what is desired against what state holds.
 *
 * <p>Owns comparison, ignored changes, moves, adoption and refusals. Must not order nodes; {@code
 * graph} does.
 */
@NullMarked
package io.sluice.planning.decide;

import org.jspecify.annotations.NullMarked;
