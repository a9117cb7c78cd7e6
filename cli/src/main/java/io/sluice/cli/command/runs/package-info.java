/**
 * {@code sluice runs ...}: shows runs and sends them orders. What a person calls a run is resolved
 * in {@code cli.follow}.
 */
@NullMarked
package io.sluice.cli.command.runs;

import org.jspecify.annotations.NullMarked;
