/**
 * Plan documents: from bytes to resources of which everything that can be checked has been checked.
 *
 * <p>Owns the grammar of a document, where each value stands, and every fault that a person can
 * make in one. Must not know of state, runs or topics: the same bytes give the same answer
 * anywhere, so that the command line says before anything starts what the planner would say.
 */
@NullMarked
package io.sluice.planner.document;

import org.jspecify.annotations.NullMarked;
