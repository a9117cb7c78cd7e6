/**
 * The deployments of a stack: which there are, what each sets the stack's variables to, and which
 * plans need nobody's approval. Must not know plans, state or providers.
 */
@NullMarked
package io.sluice.stacks.deployment;

import org.jspecify.annotations.NullMarked;
