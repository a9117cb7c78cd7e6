/**
 * What follows from a decision: nodes leave, runs are planned again or end, claims are granted,
 * what nothing needs any more is taken away. Reads a view, returns facts. Only {@code Following}
 * knows them all.
 */
@NullMarked
package io.sluice.machine.follow;

import org.jspecify.annotations.NullMarked;
