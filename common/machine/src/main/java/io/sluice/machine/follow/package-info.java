/**
 * What follows from a decision: nodes are dispatched, runs are planned again or end, claims are
 * granted, and records that nothing needs are removed. Reads a view, returns facts. Only {@code
 * Following} knows them all.
 */
@NullMarked
package io.sluice.machine.follow;

import org.jspecify.annotations.NullMarked;
