/**
 * Finds and runs the command that was typed. The commands are in the packages below, by group:
 * arguments in, one piece of work, an exit code out. They hold no logic that another package could
 * own. Each class is loaded only when its command was typed.
 */
@NullMarked
package io.sluice.cli.command;

import org.jspecify.annotations.NullMarked;
