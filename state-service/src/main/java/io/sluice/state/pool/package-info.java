/**
 * The pools that tasks go to: which topics exist, which workers are alive, and which pools they
 * serve. Must not decide what becomes of an attempt.
 */
@NullMarked
package io.sluice.state.pool;

import org.jspecify.annotations.NullMarked;
