/**
 * Whether a service can do its work at this moment: what it depends on is asked every few seconds.
 * It decides nothing about partitions, claims or leases; those look for themselves.
 */
@NullMarked
package io.sluice.transport.health;

import org.jspecify.annotations.NullMarked;
