/**
 * What is planned during a run: blocks inside module calls whose instances only the run finds out,
 * and the outputs of such calls. Must not decide about any object.
 */
@NullMarked
package io.sluice.planning.configuration.late;

import org.jspecify.annotations.NullMarked;
