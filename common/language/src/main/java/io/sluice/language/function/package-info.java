/**
 * What a function is: its parameters, its call, and how it fails.
 *
 * <p>Functions are pure: files, time and chance come in with the {@link
 * io.sluice.language.function.FunctionContext}, which decides what is allowed in a phase. Must not
 * know any function; they are in the packages below, {@code library} has them all.
 */
@NullMarked
package io.sluice.language.function;

import org.jspecify.annotations.NullMarked;
