/**
 * Getting providers and modules for a directory: what the commands share, and how they report it.
 * Must not know the commands' arguments.
 */
@NullMarked
package io.sluice.cli.install;

import org.jspecify.annotations.NullMarked;
