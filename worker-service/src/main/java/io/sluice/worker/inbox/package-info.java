/** Writing to the inbox, durably and in order. Must not know what the messages mean. */
@NullMarked
package io.sluice.worker.inbox;

import org.jspecify.annotations.NullMarked;
