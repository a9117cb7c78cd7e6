/**
 * The machine as it was before its insides were taken apart. The simulator feeds it with the same
 * inputs as the present one, and what the two decide has to come out the same.
 */
@NullMarked
package io.sluice.shadow;

import org.jspecify.annotations.NullMarked;
