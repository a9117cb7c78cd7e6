/** A stack's directory as commands use it: its components, its deployments, its workspaces. */
@NullMarked
package io.sluice.cli.stack;

import org.jspecify.annotations.NullMarked;
