/**
 * The {@code sluice} command: turns arguments into one command and its outcome into an exit code.
 * What commands do is in the packages below; nothing here touches Kafka, so that {@code sluice
 * version} never loads it.
 */
@NullMarked
package io.sluice.cli;

import org.jspecify.annotations.NullMarked;
