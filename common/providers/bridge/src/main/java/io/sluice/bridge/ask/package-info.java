/**
 * What planning asks real providers, and what they answer: in a form that travels, so that whoever
 * has the provider can answer, and whoever plans again needs no provider.
 */
@NullMarked
package io.sluice.bridge.ask;

import org.jspecify.annotations.NullMarked;
