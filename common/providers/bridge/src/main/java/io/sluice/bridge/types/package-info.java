/**
 * A real provider's schemas as those of a provider of Sluice, by which configurations are read and
 * checked.
 */
@NullMarked
package io.sluice.bridge.types;

import org.jspecify.annotations.NullMarked;
