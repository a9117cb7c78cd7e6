/**
 * Owning a partition: assignment by the group, fence by the producer's epoch, announcement by the
 * lease; takeover in the one order that is safe, then poll, decode, apply, commit. No decision
 * about a run is made here: the machine makes them.
 */
@NullMarked
package io.sluice.state.ownership;

import org.jspecify.annotations.NullMarked;
