/**
 * The blocks of a configuration as Java objects: what generated classes extend, what is known by
 * its name alone, variables and outputs. A block gets its lineage from the stack that it is added
 * to.
 */
@NullMarked
package io.sluice.sdk.block;

import org.jspecify.annotations.NullMarked;
