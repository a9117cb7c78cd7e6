/**
 * Acquiring tasks from the share group and acknowledging them: one record at a time, out of order,
 * never before what must be durable is durable. Must not know what a task means.
 */
@NullMarked
package io.sluice.worker.claim;

import org.jspecify.annotations.NullMarked;
