/** The command that shows what a type takes and gives: schemas for people. */
@NullMarked
package io.sluice.cli.command.explain;

import org.jspecify.annotations.NullMarked;
