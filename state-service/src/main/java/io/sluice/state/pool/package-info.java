/**
 * The pools that tasks go to: which topics exist, which workers live, and which pools they serve.
 */
@NullMarked
package io.sluice.state.pool;

import org.jspecify.annotations.NullMarked;
