/**
 * What is planned in the middle of a run: blocks inside of module calls whose instances only the
 * run finds out, and what comes of their outputs. Must not decide about anything.
 */
@NullMarked
package io.sluice.planning.configuration.late;

import org.jspecify.annotations.NullMarked;
