/**
 * What a worker does by real providers, which are programs of their own: finds their packages, and
 * carries planned changes out. It knows nothing of claims or messages.
 */
@NullMarked
package io.sluice.worker.plugin;

import org.jspecify.annotations.NullMarked;
