/**
 * The life of an attempt in a worker: from the claim to the result, by way of a lease where it
 * lasts, and what is reported when it can't end as it should. Must not know what a task does.
 */
@NullMarked
package io.sluice.worker.lease;

import org.jspecify.annotations.NullMarked;
