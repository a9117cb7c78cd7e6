/**
 * Where real providers find the files of a run on this worker: directories that are laid out, kept
 * while they are used, and deleted afterwards. It must not start plugin processes.
 */
@NullMarked
package io.sluice.worker.files;

import org.jspecify.annotations.NullMarked;
