/**
 * What a provider says about its types, and what follows from it alone: checking a configuration,
 * conforming it, comparing two of them, binding one to a record. Pure: nothing here calls a
 * provider.
 */
@NullMarked
package io.sluice.provider.schema;

import org.jspecify.annotations.NullMarked;
