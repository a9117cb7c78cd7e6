/**
 * What a configuration wants: instances of resources, providers, conditions, commands, moves,
 * imports and early reads. Must not read state except through a decision maker.
 */
@NullMarked
package io.sluice.planning.configuration.desired;

import org.jspecify.annotations.NullMarked;
