/**
 * From what people write and what state holds to the nodes of a run.
 *
 * <p>Owns every decision about what has to change; the command line, the planner service and
 * expansions all call it and get the same plan. It is pure: it must not read a clock, files, state
 * or topics by itself. The caller passes everything in.
 */
@NullMarked
package io.sluice.planning;

import org.jspecify.annotations.NullMarked;
