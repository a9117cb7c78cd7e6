/**
 * Plugins as processes: started with the handshake of go-plugin, watched, stopped, and never
 * outliving their worker. It knows nothing of what a provider does.
 */
@NullMarked
package io.sluice.bridge.process;

import org.jspecify.annotations.NullMarked;
