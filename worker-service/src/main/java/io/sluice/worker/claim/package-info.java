/**
 * Acquiring tasks from the share group and acknowledging them: one record at a time, out of order,
 * never before what must be durable is durable. What a task means is not known here.
 */
@NullMarked
package io.sluice.worker.claim;

import org.jspecify.annotations.NullMarked;
