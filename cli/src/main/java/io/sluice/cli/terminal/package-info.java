/**
 * What a command knows of the person or program in front of it: streams, whether they are a
 * terminal, arguments as they were typed, interrupts, and faults to report. It must not know what
 * commands do.
 */
@NullMarked
package io.sluice.cli.terminal;

import org.jspecify.annotations.NullMarked;
