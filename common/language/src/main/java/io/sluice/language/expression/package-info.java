/**
 * Evaluates the expression tree to values.
 *
 * <p>Owns the meaning of operators, templates, {@code for}, splats, conditionals and references,
 * and the words of their faults, which are Terraform's. It must not read files or the environment;
 * names come from an {@link io.sluice.language.expression.EvalScope}.
 */
@NullMarked
package io.sluice.language.expression;

import org.jspecify.annotations.NullMarked;
