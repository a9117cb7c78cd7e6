/**
 * Values written as the text of an expression, and the functions of {@code provider::terraform::}
 * that do so. Must not know configurations.
 */
@NullMarked
package io.sluice.language.tfvars;

import org.jspecify.annotations.NullMarked;
