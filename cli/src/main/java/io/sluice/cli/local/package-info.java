/**
 * The local deployment of a directory: who hosts it, how others find and join it, how it starts,
 * stays and stops. Everything stands under {@code .sluice/}; an operating-system lock, never a
 * stored pid, says whether somebody hosts. It must not know what commands do with the deployment.
 */
@NullMarked
package io.sluice.cli.local;

import org.jspecify.annotations.NullMarked;
