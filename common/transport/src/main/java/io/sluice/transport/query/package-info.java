/**
 * The HTTP client of the state service's query API: finds the owner of a workspace through its
 * lease and reads snapshots, runs and large values. Must not read topics.
 */
@NullMarked
package io.sluice.transport.query;

import org.jspecify.annotations.NullMarked;
