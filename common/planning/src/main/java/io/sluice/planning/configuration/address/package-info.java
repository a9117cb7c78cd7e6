/**
 * What a configuration says of addresses that state has: which block they belong to, where they
 * moved, and which are let go.
 */
@NullMarked
package io.sluice.planning.configuration.address;

import org.jspecify.annotations.NullMarked;
