/**
 * What runs touch and whether two of them may go at once.
 *
 * <p>Owns the comparison of claims; must not decide which run gets a claim: {@code follow} does.
 */
@NullMarked
package io.sluice.machine.claim;

import org.jspecify.annotations.NullMarked;
