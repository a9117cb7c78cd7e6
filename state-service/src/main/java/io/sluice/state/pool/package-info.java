/** The pools that tasks go to: which topics are there, which workers live, who serves what. */
@NullMarked
package io.sluice.state.pool;

import org.jspecify.annotations.NullMarked;
