/**
 * The settings that a state service reads at its start. Every part of the service may read them;
 * they must not start anything.
 */
@NullMarked
package io.sluice.state.settings;

import org.jspecify.annotations.NullMarked;
