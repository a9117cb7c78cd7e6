/**
 * Owns state: commits results, releases dependents, answers queries.
 *
 * <p>Never calls a provider.
 */
@NullMarked
package io.sluice.state;

import org.jspecify.annotations.NullMarked;
