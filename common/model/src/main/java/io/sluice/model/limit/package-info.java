/**
 * The sizes and depths that every value, text and record keeps to. Whoever makes a value applies
 * its limit there; must not know what the values mean.
 */
@NullMarked
package io.sluice.model.limit;

import org.jspecify.annotations.NullMarked;
