/**
 * The state service: owns partitions of workspaces, commits what the machine decides, answers
 * queries. Beans of this package and below exist only in an application context that was started in
 * this role.
 */
@Configuration
@Requires(property = "sluice.role", value = "state")
@NullMarked
package io.sluice.state;

import io.micronaut.context.annotation.Configuration;
import io.micronaut.context.annotation.Requires;
import org.jspecify.annotations.NullMarked;
