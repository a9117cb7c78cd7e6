/**
 * Tokens and what they allow over HTTP. Must not know what a request asks for beyond its workspace.
 */
@NullMarked
package io.sluice.state.access;

import org.jspecify.annotations.NullMarked;
