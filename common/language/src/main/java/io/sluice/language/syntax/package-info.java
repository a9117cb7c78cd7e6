/**
 * The syntax tree: expressions, templates, traversals, blocks and their bodies.
 *
 * <p>Whether a text is HCL, JSON or YAML, it becomes this tree; the packages below read it. Must
 * not know tokens, values, functions, or which blocks a configuration may hold.
 */
@NullMarked
package io.sluice.language.syntax;

import org.jspecify.annotations.NullMarked;
