/**
 * The commands: arguments in, one piece of work, an exit code out. They hold no logic that another
 * package could own: the stack, the deployment and the rendering stand in theirs. Each class is
 * loaded only when its command was typed.
 */
@NullMarked
package io.sluice.cli.command;

import org.jspecify.annotations.NullMarked;
