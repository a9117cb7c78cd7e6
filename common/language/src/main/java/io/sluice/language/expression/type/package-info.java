/** Type constraints as expressions: {@code object({ name = optional(string) })}. */
@NullMarked
package io.sluice.language.expression.type;

import org.jspecify.annotations.NullMarked;
