/**
 * From files to declarations: which files count, overriding, modules, and the reading of each
 * block. Must not evaluate anything.
 */
@NullMarked
package io.sluice.language.config.load;

import org.jspecify.annotations.NullMarked;
