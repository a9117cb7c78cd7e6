/**
 * What commands of several groups take and need: options, how they reach a deployment, how failures
 * become faults. It must not know any command.
 */
@NullMarked
package io.sluice.cli.command.shared;

import org.jspecify.annotations.NullMarked;
