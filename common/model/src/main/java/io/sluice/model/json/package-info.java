/**
 * JSON as Sluice writes and reads it: one mapper, exact numbers, pointers, and texts that readers
 * accept. It must not know messages, topics or brokers.
 */
@NullMarked
package io.sluice.model.json;

import org.jspecify.annotations.NullMarked;
