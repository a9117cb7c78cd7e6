/**
 * From text to a syntax tree: HCL native syntax, and JSON and YAML mapped to the same tree.
 *
 * <p>Owns the grammar and what is wrong with a text by the grammar alone. Must not know values,
 * functions, or which blocks a configuration may hold.
 */
@NullMarked
package io.sluice.language.syntax;

import org.jspecify.annotations.NullMarked;
