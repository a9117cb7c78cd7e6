/**
 * Source text, ranges in it, and diagnostics about it.
 *
 * <p>Owns how a fault is described and ordered; {@code report} shows it. Must not know what a
 * configuration means: no syntax tree, no values.
 */
@NullMarked
package io.sluice.language.source;

import org.jspecify.annotations.NullMarked;
