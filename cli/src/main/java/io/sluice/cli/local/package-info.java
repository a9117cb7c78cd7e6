/**
 * The local deployment of a directory: who hosts it, how others find and join it, how it starts,
 * stays and stops. Everything is under {@code .sluice/}; an operating-system lock, never a stored
 * pid, says whether a process hosts. It must not know what commands do with the deployment.
 */
@NullMarked
package io.sluice.cli.local;

import org.jspecify.annotations.NullMarked;
