/**
 * A workspace in memory: its runs with their graphs, what is asked across them, and the draft that
 * alone writes to them and can take back what it wrote. Decides nothing.
 */
@NullMarked
package io.sluice.machine.graph;

import org.jspecify.annotations.NullMarked;
