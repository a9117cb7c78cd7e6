/**
 * The functions of the language and how they are called.
 *
 * <p>Owns every function's parameters, its result for known, unknown and marked arguments, and its
 * words when it fails. Functions are pure: files, time and chance come in with the {@link
 * io.sluice.language.function.FunctionContext}, which decides what is allowed in a phase.
 */
@NullMarked
package io.sluice.language.function;

import org.jspecify.annotations.NullMarked;
