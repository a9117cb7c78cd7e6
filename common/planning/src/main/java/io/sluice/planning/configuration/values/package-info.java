/**
 * Blocks as values: how they are read by the schemas of providers, and which values planned
 * resources have for those that refer to them. Must not know modules or addresses.
 */
@NullMarked
package io.sluice.planning.configuration.values;

import org.jspecify.annotations.NullMarked;
