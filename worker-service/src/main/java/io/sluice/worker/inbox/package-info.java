/** Writing to the inbox, durably and in order. What the messages mean is decided elsewhere. */
@NullMarked
package io.sluice.worker.inbox;

import org.jspecify.annotations.NullMarked;
