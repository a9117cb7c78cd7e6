/**
 * The worker service: acquires tasks, substitutes values, calls providers, reports results.
 *
 * <p>Stateless: keeps nothing that a restart would miss. Beans of this package and below exist only
 * in an application context that was started in the role of a worker.
 */
@Configuration
@Requires(property = "sluice.role", value = "worker")
@NullMarked
package io.sluice.worker;

import io.micronaut.context.annotation.Configuration;
import io.micronaut.context.annotation.Requires;
import org.jspecify.annotations.NullMarked;
