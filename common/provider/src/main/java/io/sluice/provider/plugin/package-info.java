/**
 * Which jars may run: those of the user's own folders, and of a directory's {@code plugins/} those
 * that the user said yes to. It never loads a class; it says which file may be loaded.
 */
@NullMarked
package io.sluice.provider.plugin;

import org.jspecify.annotations.NullMarked;
