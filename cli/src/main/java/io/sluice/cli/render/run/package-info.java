/**
 * Runs as people see them: while they go on, when they have ended, in lists, and what they wait
 * for. Pure functions of events and records.
 */
@NullMarked
package io.sluice.cli.render.run;

import org.jspecify.annotations.NullMarked;
