/**
 * Decides what to do with a request for a plan or an expansion. Must not read, send or wait, so
 * that a simulated planner decides in the same way.
 */
@NullMarked
package io.sluice.planning.request;

import org.jspecify.annotations.NullMarked;
