/**
 * Following a run: its events as they come, Ctrl-C on the way, and the last word. Owns the screen
 * while it runs. It must not know how the run was asked for.
 */
@NullMarked
package io.sluice.cli.follow;

import org.jspecify.annotations.NullMarked;
