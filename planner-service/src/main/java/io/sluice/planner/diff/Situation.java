package io.sluice.planner.diff;

import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planner.document.CheckedDocument;
import io.sluice.provider.ProviderRegistry;

/**
 * All that a plan follows from.
 *
 * @param snapshot with the recorded configurations opened, since they are compared
 */
public record Situation(
    CheckedDocument document,
    Snapshot snapshot,
    RunKind kind,
    RunOptions options,
    ProviderRegistry registry) {}
