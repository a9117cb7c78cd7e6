/**
 * Claims ready nodes, substitutes values, calls providers, reports results.
 *
 * <p>Stateless: keeps nothing that a restart would miss.
 */
@NullMarked
package io.sluice.worker;

import org.jspecify.annotations.NullMarked;
