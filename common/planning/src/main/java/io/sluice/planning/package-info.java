/**
 * From what people write and what state holds to the nodes of a run.
 *
 * <p>Owns every decision about what has to change; the command line, the planner service and
 * expansions call it alike and come to the same plan. It is pure: it must not read a clock, files,
 * state or topics by itself. Who asks hands everything in.
 */
@NullMarked
package io.sluice.planning;

import org.jspecify.annotations.NullMarked;
