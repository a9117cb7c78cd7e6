/** Finds tasks and requests that will never be answered. Must not decide what follows from that. */
@NullMarked
package io.sluice.state.silence;

import org.jspecify.annotations.NullMarked;
