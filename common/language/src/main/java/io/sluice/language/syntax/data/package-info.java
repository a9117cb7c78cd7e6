/**
 * JSON and YAML as configurations: read with the place of each value, and mapped to the same tree
 * as HCL.
 */
@NullMarked
package io.sluice.language.syntax.data;

import org.jspecify.annotations.NullMarked;
