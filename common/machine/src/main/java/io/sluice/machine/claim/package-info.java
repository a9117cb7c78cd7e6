/**
 * What runs touch and whether two of them may go at once.
 *
 * <p>Owns the comparison of claims; who is granted what is decided by the machine.
 */
@NullMarked
package io.sluice.machine.claim;

import org.jspecify.annotations.NullMarked;
