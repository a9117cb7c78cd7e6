/**
 * The transactional loop of the planner: answers to records are made beside the poll loop and sent,
 * with the records' offsets, in one transaction.
 *
 * <p>Owns order, offsets, transactions and what happens when they fail. Must not know what the
 * records mean.
 */
@NullMarked
package io.sluice.planner.loop;

import org.jspecify.annotations.NullMarked;
