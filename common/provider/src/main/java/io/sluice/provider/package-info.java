/**
 * The service provider interface: what a provider is, what it is asked, and what it may answer; and
 * how providers are found. It must not know Kafka, plans, state, or any provider.
 */
@NullMarked
package io.sluice.provider;

import org.jspecify.annotations.NullMarked;
