/**
 * Where real providers find the files of a run on this worker: directories that are laid out, kept
 * while they are used, and swept afterwards. It starts no plugin.
 */
@NullMarked
package io.sluice.worker.files;

import org.jspecify.annotations.NullMarked;
