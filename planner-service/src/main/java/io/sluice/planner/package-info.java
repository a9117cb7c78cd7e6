/**
 * The planner service: submissions become checked documents in the inbox, plan requests become
 * plans.
 *
 * <p>Owns its configuration, its start and stop, and its health. Stateless: another planner repeats
 * what one has not finished. Beans of this package and below exist only in an application context
 * that was started in the role of a planner.
 */
@Configuration
@Requires(property = "sluice.role", value = "planner")
@NullMarked
package io.sluice.planner;

import io.micronaut.context.annotation.Configuration;
import io.micronaut.context.annotation.Requires;
import org.jspecify.annotations.NullMarked;
