/** How Sluice tells contents apart. */
@NullMarked
package io.sluice.model.digest;

import org.jspecify.annotations.NullMarked;
