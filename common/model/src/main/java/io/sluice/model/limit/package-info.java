/**
 * The sizes and depths that every value, text and record keeps to. A limit is applied where the
 * value is made. This package must not know what the values mean.
 */
@NullMarked
package io.sluice.model.limit;

import org.jspecify.annotations.NullMarked;
