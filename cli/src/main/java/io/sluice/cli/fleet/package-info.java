/**
 * Workspaces that are planned and applied together: which directories they are in, in which order
 * they come, in which waves, and the run that walks them. It knows no arguments of commands.
 */
@NullMarked
package io.sluice.cli.fleet;

import org.jspecify.annotations.NullMarked;
