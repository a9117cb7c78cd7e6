/**
 * What an owner reads: the inbox and the orders of its partition, assembled from parts, and how far
 * it has come. It must not decide what a message means.
 */
@NullMarked
package io.sluice.state.intake;

import org.jspecify.annotations.NullMarked;
