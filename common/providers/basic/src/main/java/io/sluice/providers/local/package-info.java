/**
 * {@code local_*}: files, directories and commands on the worker's own machine. Relative paths
 * begin at the worker's root, and objects remember which root that was.
 */
@NullMarked
package io.sluice.providers.local;

import org.jspecify.annotations.NullMarked;
