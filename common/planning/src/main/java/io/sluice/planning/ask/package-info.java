/**
 * What planning has to ask providers, and what they answer: by comparing schemas at once, or by
 * planning themselves.
 *
 * <p>Must not know how a provider is reached; whoever plans answers, or has it answered, and plans
 * again.
 */
@NullMarked
package io.sluice.planning.ask;

import org.jspecify.annotations.NullMarked;
