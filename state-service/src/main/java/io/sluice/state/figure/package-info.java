/**
 * What a state service shows of itself and of the fleet beyond what it serves. It looks and counts;
 * it decides nothing.
 */
@NullMarked
package io.sluice.state.figure;

import org.jspecify.annotations.NullMarked;
