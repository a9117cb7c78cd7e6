/**
 * What is known of providers beyond what they say themselves: how an object is looked up of which
 * nobody knows whether it was made, and which refusals pass. Data, not rules of one provider in
 * code.
 */
@NullMarked
package io.sluice.bridge.recover;

import org.jspecify.annotations.NullMarked;
