/**
 * From a checked document and what state holds to the nodes of a run.
 *
 * <p>Owns what is compared with what, which action follows, and the order of nodes. It is pure and
 * deterministic: the same document and the same snapshot give the same bytes. Must not check
 * documents, read state or send anything.
 */
@NullMarked
package io.sluice.planner.diff;

import org.jspecify.annotations.NullMarked;
