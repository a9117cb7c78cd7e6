/**
 * What a provider is, and the providers that are built in.
 *
 * <p>Knows nothing of runs, topics or state.
 */
@NullMarked
package io.sluice.provider;

import org.jspecify.annotations.NullMarked;
