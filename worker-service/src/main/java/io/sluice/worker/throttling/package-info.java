/**
 * How a worker behaves towards a provider: circuit breaker, rate, operations at once, and how it
 * reacts when asked to slow down; one guard for each configuration. It waits, or says how long the
 * task should wait elsewhere. Must not know what is called, or what a result means.
 */
@NullMarked
package io.sluice.worker.throttling;

import org.jspecify.annotations.NullMarked;
