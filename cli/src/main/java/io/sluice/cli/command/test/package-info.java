/** The command that runs tests of configurations, and what it prints. */
@NullMarked
package io.sluice.cli.command.test;

import org.jspecify.annotations.NullMarked;
