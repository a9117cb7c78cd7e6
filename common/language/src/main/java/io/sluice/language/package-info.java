/**
 * From text to configuration to values.
 *
 * <p>Pure: reads no file, no clock and no environment by itself; what it needs comes in.
 */
@NullMarked
package io.sluice.language;

import org.jspecify.annotations.NullMarked;
