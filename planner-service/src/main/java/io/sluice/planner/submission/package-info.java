/**
 * Submissions: from what anyone may have written to the topic of plans to a message in the inbox, a
 * refusal, or a dead letter.
 */
@NullMarked
package io.sluice.planner.submission;

import org.jspecify.annotations.NullMarked;
