/**
 * The transactional loop of the planner: what a record leads to is worked out beside the poll loop
 * and sent, with the record's offset, in one transaction.
 *
 * <p>Owns order, offsets, transactions and what happens when they fail. Must not know what the
 * records mean.
 */
@NullMarked
package io.sluice.planner.loop;

import org.jspecify.annotations.NullMarked;
