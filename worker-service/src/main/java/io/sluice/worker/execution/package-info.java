/**
 * What a task means: its values are opened and substituted, a provider is called, and what comes
 * back is sealed and reported. It must not know brokers, claims or leases.
 */
@NullMarked
package io.sluice.worker.execution;

import org.jspecify.annotations.NullMarked;
