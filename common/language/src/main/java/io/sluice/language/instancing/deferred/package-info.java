/**
 * Compiles what an expression leaves for the run: text with references that a worker resolves. Must
 * not decide what is known; the instances do.
 */
@NullMarked
package io.sluice.language.instancing.deferred;

import org.jspecify.annotations.NullMarked;
