/**
 * Submissions: turns what anyone may have written to the topic of plans into a message in the
 * inbox, a refusal, or a dead letter.
 */
@NullMarked
package io.sluice.planner.submission;

import org.jspecify.annotations.NullMarked;
