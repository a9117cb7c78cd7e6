/** Rules over all modules, and tests of the scripts at the root. Holds no product code. */
@NullMarked
package io.sluice.checks;

import org.jspecify.annotations.NullMarked;
