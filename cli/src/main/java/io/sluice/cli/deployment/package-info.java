/**
 * What a command talks to: a fleet that is configured, or the local deployment of the directory.
 * Owns where it is, how a submission or an order gets there, and how a run's events are read. It
 * must not know how anything looks.
 */
@NullMarked
package io.sluice.cli.deployment;

import org.jspecify.annotations.NullMarked;
