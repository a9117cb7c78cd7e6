/**
 * Measures a deployment through the real path: plan documents to the {@code plans} topic, events
 * read back. Owns the workloads and the evaluation of the times. It must not touch a user's
 * workspaces.
 */
@NullMarked
package io.sluice.cli.bench;

import org.jspecify.annotations.NullMarked;
