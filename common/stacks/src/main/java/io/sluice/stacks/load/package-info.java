/**
 * Reads the component files of a stack: its blocks become a module whose calls are components and
 * nested stacks, so that evaluation, planning and state know both by one kind of object. Must not
 * evaluate.
 */
@NullMarked
package io.sluice.stacks.load;

import org.jspecify.annotations.NullMarked;
