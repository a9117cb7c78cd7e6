/**
 * The packages of the processes that run providers: found by their hashes, wherever the process is,
 * and fetched where they are missing. Must not choose versions; those were locked before.
 */
@NullMarked
package io.sluice.install.plugin;

import org.jspecify.annotations.NullMarked;
