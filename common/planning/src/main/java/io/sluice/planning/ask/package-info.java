/**
 * What planning has to ask providers, and what they answer: by comparing schemas at once, or by
 * planning themselves.
 *
 * <p>Must not know how a provider is reached: the caller of planning gets the answers, and plans
 * again.
 */
@NullMarked
package io.sluice.planning.ask;

import org.jspecify.annotations.NullMarked;
