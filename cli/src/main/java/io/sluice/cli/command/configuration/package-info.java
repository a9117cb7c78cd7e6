/** Work on a configuration without running it: validate, fmt, console, graph, init, plugins. */
@NullMarked
package io.sluice.cli.command.configuration;

import org.jspecify.annotations.NullMarked;
