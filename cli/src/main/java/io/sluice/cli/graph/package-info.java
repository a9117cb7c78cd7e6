/**
 * Graphs of configurations, plans and runs as text for other programs (DOT, Mermaid) and as a
 * picture (SVG). Pure; it must not know where a graph comes from.
 */
@NullMarked
package io.sluice.cli.graph;

import org.jspecify.annotations.NullMarked;
