/**
 * Plans of configurations: loading, bundles that travel, saved and approved plans.
 *
 * <p>Must not read files or state by itself, and must not decide about actions: {@code
 * io.sluice.planning.decide} does.
 */
@NullMarked
package io.sluice.planning.configuration;

import org.jspecify.annotations.NullMarked;
