/**
 * What has to be done about each resource: the desired state compared with the recorded one.
 *
 * <p>Owns comparison, ignored changes, moves, adoption and refusals. Must not order nodes; {@code
 * graph} does.
 */
@NullMarked
package io.sluice.planning.decide;

import org.jspecify.annotations.NullMarked;
