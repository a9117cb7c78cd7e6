/**
 * Writes native syntax in its canonical form, byte for byte as {@code terraform fmt} does.
 *
 * <p>Owns white space and the few rewritings that {@code fmt} does. Must not touch a file that does
 * not parse, and must not know files: text in, text out.
 */
@NullMarked
package io.sluice.language.format;

import org.jspecify.annotations.NullMarked;
