/**
 * The hashes of provider packages, {@code h1:} and {@code zh:}. Reads packages, changes nothing.
 */
@NullMarked
package io.sluice.install.hash;

import org.jspecify.annotations.NullMarked;
