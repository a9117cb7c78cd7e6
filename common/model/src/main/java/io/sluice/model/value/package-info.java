/** How a path leads into a value. */
@NullMarked
package io.sluice.model.value;

import org.jspecify.annotations.NullMarked;
