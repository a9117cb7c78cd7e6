/** All functions by their names. Must not implement any. */
@NullMarked
package io.sluice.language.function.library;

import org.jspecify.annotations.NullMarked;
