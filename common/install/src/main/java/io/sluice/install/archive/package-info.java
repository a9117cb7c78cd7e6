/**
 * Archives: taken apart without writing outside of their directory, and put in place in one step.
 */
@NullMarked
package io.sluice.install.archive;

import org.jspecify.annotations.NullMarked;
