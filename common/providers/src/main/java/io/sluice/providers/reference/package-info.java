/** Writes the reference of all types from their schemas, so that it can't be out of date. */
@NullMarked
package io.sluice.providers.reference;

import org.jspecify.annotations.NullMarked;
