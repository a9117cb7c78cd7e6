/**
 * What people see: pure functions from diagnostics, events and records to text. No clock, no
 * streams, no environment; times and widths are given.
 */
@NullMarked
package io.sluice.cli.render;

import org.jspecify.annotations.NullMarked;
