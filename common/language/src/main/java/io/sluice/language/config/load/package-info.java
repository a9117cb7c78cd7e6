/**
 * From files to declarations: which files count, overriding, modules, and the reading of each
 * block.
 */
@NullMarked
package io.sluice.language.config.load;

import org.jspecify.annotations.NullMarked;
