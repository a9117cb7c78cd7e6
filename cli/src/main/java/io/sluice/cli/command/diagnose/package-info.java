/** Finding and fixing what is wrong: doctor, locks, force-unlock, orphans, dlq, inbox. */
@NullMarked
package io.sluice.cli.command.diagnose;

import org.jspecify.annotations.NullMarked;
