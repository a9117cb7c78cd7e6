/**
 * What an owner reads: the inbox and the orders of its partition, put together from parts, and how
 * far that is done. It decides nothing.
 */
@NullMarked
package io.sluice.state.intake;

import org.jspecify.annotations.NullMarked;
