/** Writes the reference of all types from their schemas, so that it can't be out of date. */
@NullMarked
package io.sluice.provider.reference;

import org.jspecify.annotations.NullMarked;
