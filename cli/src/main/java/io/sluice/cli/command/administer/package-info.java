/** Commands of those who run a fleet: its settings, and who may do what in Kafka. */
@NullMarked
package io.sluice.cli.command.administer;

import org.jspecify.annotations.NullMarked;
