/**
 * YAML 1.2 as a walk over its values, each with its place in the file. What the values become, and
 * which of them are refused, is the reader's: configurations and plan documents have their own.
 */
@NullMarked
package io.sluice.language.syntax.yaml;

import org.jspecify.annotations.NullMarked;
