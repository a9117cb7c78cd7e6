/**
 * Reads type constraints, which are expressions: {@code object({ name = optional(string) })}. Must
 * not evaluate any other expression.
 */
@NullMarked
package io.sluice.language.expression.type;

import org.jspecify.annotations.NullMarked;
