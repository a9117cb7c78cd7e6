/**
 * The machine in a world that loses, repeats, delays and reorders: broker, workers, planner and
 * state shells as small models, driven by one seed. See docs/simulation.md.
 */
@NullMarked
package io.sluice.machine.simulation;

import org.jspecify.annotations.NullMarked;
