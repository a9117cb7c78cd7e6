/**
 * From tokens to the tree: the grammar of HCL, and what is wrong with a text by the grammar alone.
 */
@NullMarked
package io.sluice.language.syntax.hcl;

import org.jspecify.annotations.NullMarked;
