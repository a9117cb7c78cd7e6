/**
 * Messages as Kafka records and back: envelope, headers, partition, parts of what is too large for
 * one record, and dead letters. What can't be read is a value here, never an exception that blocks
 * a reader.
 */
@NullMarked
package io.sluice.transport.message;

import org.jspecify.annotations.NullMarked;
