/**
 * Finding out what is wrong and putting it right: doctor, locks, force-unlock, orphans, dlq, inbox.
 */
@NullMarked
package io.sluice.cli.command.diagnose;

import org.jspecify.annotations.NullMarked;
