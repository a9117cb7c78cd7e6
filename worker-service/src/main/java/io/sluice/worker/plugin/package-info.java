/**
 * What a worker does with real providers, which are programs of their own: finds their packages,
 * and carries out planned changes. It must not know claims or messages.
 */
@NullMarked
package io.sluice.worker.plugin;

import org.jspecify.annotations.NullMarked;
