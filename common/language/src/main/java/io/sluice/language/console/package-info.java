/** One line after another: expressions evaluated as people type them. */
@NullMarked
package io.sluice.language.console;

import org.jspecify.annotations.NullMarked;
