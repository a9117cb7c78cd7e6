/**
 * Files that travel with a run: what they are called and what is in them, by digest. Contents are
 * elsewhere; nothing here reads a disk.
 */
@NullMarked
package io.sluice.model.file;

import org.jspecify.annotations.NullMarked;
