/** {@code sluice fleet}: commands about workspaces that belong together. */
@NullMarked
package io.sluice.cli.command.fleet;

import org.jspecify.annotations.NullMarked;
