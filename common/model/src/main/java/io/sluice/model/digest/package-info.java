/** The digest by which Sluice tells contents apart. Must not know what the contents are. */
@NullMarked
package io.sluice.model.digest;

import org.jspecify.annotations.NullMarked;
