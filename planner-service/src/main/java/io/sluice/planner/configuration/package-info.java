/**
 * From a configuration to what the planner compares with state.
 *
 * <p>Owns how blocks are read by the schemas of providers, what planned resources are worth as
 * values, and how modules become addresses. It is pure: the command line calls it before a person
 * is asked, the planner service under the claim, and both come to the same plan. Must not read
 * files or state by itself, and must not decide about actions: {@code io.sluice.planner.diff} does.
 */
@NullMarked
package io.sluice.planner.configuration;

import org.jspecify.annotations.NullMarked;
