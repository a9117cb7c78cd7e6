/**
 * Compares Sluice with Terraform, expression by expression.
 *
 * <p>{@code expressions.txt} holds the expressions, {@code golden.json} what Terraform answered;
 * {@code ./gradlew :common:language:refreshOracle} asks it again.
 */
@NullMarked
package io.sluice.language.oracle;

import org.jspecify.annotations.NullMarked;
