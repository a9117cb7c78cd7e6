/**
 * Producers, consumers and the admin client, with settings that were measured for latency and
 * safety (docs/adr/0002 and 0003), and reading a partition of a compacted topic to its end. Must
 * not know what the records mean.
 */
@NullMarked
package io.sluice.transport.client;

import org.jspecify.annotations.NullMarked;
