/** {@code sluice workspace ...}: lists, makes, selects and deletes workspaces. */
@NullMarked
package io.sluice.cli.command.workspace;

import org.jspecify.annotations.NullMarked;
