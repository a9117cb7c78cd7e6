/**
 * The static configuration: what the blocks of a directory and of its modules declare.
 *
 * <p>Owns loading, overriding, and every check that needs no value. Must not evaluate: nothing here
 * has instances, and an expression stays an expression.
 */
@NullMarked
package io.sluice.language.config;

import org.jspecify.annotations.NullMarked;
