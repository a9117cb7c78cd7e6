/** Functions of moments and durations. */
@NullMarked
package io.sluice.language.function.time;

import org.jspecify.annotations.NullMarked;
