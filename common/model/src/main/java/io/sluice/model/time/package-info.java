/**
 * Durations as people write them: one grammar for documents, configurations, commands and settings.
 * Must not know what a duration limits.
 */
@NullMarked
package io.sluice.model.time;

import org.jspecify.annotations.NullMarked;
