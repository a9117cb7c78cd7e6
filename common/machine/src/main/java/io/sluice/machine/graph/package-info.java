/**
 * A workspace in memory: its runs with their graphs, the indexes across them, and the views that
 * decisions read. Must not decide anything.
 */
@NullMarked
package io.sluice.machine.graph;

import org.jspecify.annotations.NullMarked;
