/**
 * Plans and their execution: plan, apply, destroy, submit, import, drift, and what they left behind
 * (output, show). Commands only: drawing a plan belongs to {@code cli.plan}, following a run to
 * {@code cli.follow}.
 */
@NullMarked
package io.sluice.cli.command.apply;

import org.jspecify.annotations.NullMarked;
