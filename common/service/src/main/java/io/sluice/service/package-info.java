/**
 * What the three services share: their settings, their start and stop, health and metrics over
 * HTTP.
 *
 * <p>Each service has an application context of its own role; the controllers here answer for the
 * service in whose context they are. Only services may depend on this package: Micronaut would slow
 * the command line's start.
 */
@Configuration
@Requires(property = "sluice.role")
@NullMarked
package io.sluice.service;

import io.micronaut.context.annotation.Configuration;
import io.micronaut.context.annotation.Requires;
import org.jspecify.annotations.NullMarked;
