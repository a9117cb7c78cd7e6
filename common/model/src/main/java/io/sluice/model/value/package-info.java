/** How a path leads into a value. Must not open sealed values. */
@NullMarked
package io.sluice.model.value;

import org.jspecify.annotations.NullMarked;
