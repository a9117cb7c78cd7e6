/**
 * What a configuration wants: instances of resources, providers, conditions, commands, moves,
 * imports and early reads. Must not know what state holds but through a decision maker.
 */
@NullMarked
package io.sluice.planning.configuration.desired;

import org.jspecify.annotations.NullMarked;
