/**
 * The sluice command: embedded stack, rendering of plans and progress.
 *
 * <p>Decides nothing that a service decides.
 */
@NullMarked
package io.sluice.cli;

import org.jspecify.annotations.NullMarked;

