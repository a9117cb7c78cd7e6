/**
 * From text to tokens, a cursor over them, and faults with their place. Must not know the grammar
 * of expressions and blocks.
 */
@NullMarked
package io.sluice.language.syntax.lex;

import org.jspecify.annotations.NullMarked;
