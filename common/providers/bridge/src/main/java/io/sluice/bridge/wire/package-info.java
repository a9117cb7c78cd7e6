/**
 * The connection to a plugin: which calls there are in protocol 5 and 6, and a channel over a
 * socket with the one-use certificates of both sides. It knows no values and no schema.
 */
@NullMarked
package io.sluice.bridge.wire;

import org.jspecify.annotations.NullMarked;
