/**
 * The other workspaces of a worker's deployment, for the calls that may see them. It asks the state
 * service as any client does, and must not change state by itself.
 */
@NullMarked
package io.sluice.worker.workspace;

import org.jspecify.annotations.NullMarked;
