/**
 * What each input means by itself: reads a view, returns facts. What follows for the runs that it
 * touched is decided elsewhere.
 */
@NullMarked
package io.sluice.machine.decide;

import org.jspecify.annotations.NullMarked;
