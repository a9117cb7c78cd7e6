/**
 * JSON as Sluice writes and reads it: one mapper, exact numbers, the envelope of a message. It must
 * not know topics or brokers.
 */
@NullMarked
package io.sluice.model.json;

import org.jspecify.annotations.NullMarked;
