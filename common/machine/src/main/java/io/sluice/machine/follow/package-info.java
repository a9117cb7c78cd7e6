/**
 * What follows from a decision: nodes leave, runs are planned again or end, claims are granted,
 * what nothing needs any more is taken away. Only {@code Following} knows them all.
 */
@NullMarked
package io.sluice.machine.follow;

import org.jspecify.annotations.NullMarked;
