/**
 * The static configuration: what the blocks of a directory and of its modules declare, and what
 * they refer to. Must not read files or evaluate: nothing here has instances, and an expression
 * stays an expression.
 */
@NullMarked
package io.sluice.language.config;

import org.jspecify.annotations.NullMarked;
