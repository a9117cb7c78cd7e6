/** Measures and draws the sources: modules, packages, what depends on what. */
@NullMarked
package io.sluice.checks.house;

import org.jspecify.annotations.NullMarked;
