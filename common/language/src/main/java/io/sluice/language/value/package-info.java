/**
 * Values of the language: types, values, order, marks, and how they print.
 *
 * <p>Owns what a value is and means, exactly as Terraform's. It must not know expressions, files,
 * plans or state; everything here is immutable and free of input and output.
 */
@NullMarked
package io.sluice.language.value;

import org.jspecify.annotations.NullMarked;
