/**
 * Plan requests: reads the pinned snapshot, draws the plan, and answers with its parts, its first
 * tasks, or the reasons against it.
 */
@NullMarked
package io.sluice.planner.request;

import org.jspecify.annotations.NullMarked;
