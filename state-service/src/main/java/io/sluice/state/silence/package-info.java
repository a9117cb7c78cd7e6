/** Finds what was asked of workers and planners and will never be answered. */
@NullMarked
package io.sluice.state.silence;

import org.jspecify.annotations.NullMarked;
