/**
 * From decisions to the nodes of a run, each after those that it waits for.
 *
 * <p>Owns edges, the order of deletions, targets, reads before a plan, and the hash of a plan. It
 * is deterministic: the same document and the same snapshot give the same bytes. Must not check
 * documents, read state or send anything.
 */
@NullMarked
package io.sluice.planning.graph;

import org.jspecify.annotations.NullMarked;
