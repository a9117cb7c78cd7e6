/**
 * How a worker behaves towards a provider: circuit breaker, rate, operations at once, and how it
 * reacts when asked to slow down; one guard for each configuration. It waits, and says until when
 * to wait elsewhere; what is called, and what a result means, is not known here.
 */
@NullMarked
package io.sluice.worker.throttling;

import org.jspecify.annotations.NullMarked;
