/** Commands about the deployments of a stack. */
@NullMarked
package io.sluice.cli.command.stack;

import org.jspecify.annotations.NullMarked;
