/**
 * A workspace in memory: its runs with their graphs, what is asked across them, and the views that
 * decisions read. Decides nothing.
 */
@NullMarked
package io.sluice.machine.graph;

import org.jspecify.annotations.NullMarked;
