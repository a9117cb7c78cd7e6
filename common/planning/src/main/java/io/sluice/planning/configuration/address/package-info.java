/**
 * What a configuration says of addresses that state has: which block they belong to, where they
 * moved, and which are removed. Must not decide about the objects.
 */
@NullMarked
package io.sluice.planning.configuration.address;

import org.jspecify.annotations.NullMarked;
