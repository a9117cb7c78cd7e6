/**
 * Plan documents from bytes to a checked document, with every fault that a person can make in one.
 * Must not know of state, runs or topics: the same bytes give the same answer anywhere, so that the
 * command line reports before anything starts what the planner would report.
 */
@NullMarked
package io.sluice.planning.document.check;

import org.jspecify.annotations.NullMarked;
